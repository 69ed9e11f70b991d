package org.shmem4j.transport.shm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/**
 * What this transport needs of the C library. Methods are named as in C, with the manual page of the same name. All
 * that can fail answer a negative errno, as system calls do in the kernel. Thread-safe.
 */
interface PosixLibrary {
    /** Whether the numbers below are those of this processor; they agree on both but for {@link #O_NOFOLLOW}. */
    boolean AARCH64 = "aarch64".equals(System.getProperty("os.arch"));

    int EINTR = 4;
    int EWOULDBLOCK = 11;
    int ENOMEM = 12;
    int EEXIST = 17;

    int O_RDWR = 2;
    int O_CREAT = 0x40;
    int O_EXCL = 0x80;
    int O_NONBLOCK = 0x800;
    int O_NOFOLLOW = AARCH64 ? 0x8000 : 0x20000;
    int O_CLOEXEC = 0x80000;

    int LOCK_EX = 2;
    int LOCK_NB = 4;

    int FALLOC_FL_KEEP_SIZE = 1;
    int FALLOC_FL_PUNCH_HOLE = 2;

    int PROT_NONE = 0;
    int PROT_READ = 1;
    int PROT_WRITE = 2;
    int MAP_SHARED = 1;
    int MAP_PRIVATE = 2;
    int MAP_FIXED = 0x10;
    int MAP_ANONYMOUS = 0x20;
    int MAP_NORESERVE = 0x4000;

    /** Opens a file: a descriptor, or a negative errno. */
    int open(Path path, int flags, int mode);

    /** Closes a descriptor: 0, or a negative errno; closed in either case. */
    int close(int fd);

    /** Sets the size of a file: 0, or a negative errno. */
    int ftruncate(int fd, long bytes);

    /** Reserves the space behind a range, growing the file if it ends before: 0, or a negative errno. */
    int posixFallocate(int fd, long offset, long bytes);

    /** Changes the space behind a range as the mode says: 0, or a negative errno. */
    int fallocate(int fd, int mode, long offset, long bytes);

    /** Locks the open file description behind a descriptor: 0, or a negative errno. */
    int flock(int fd, int operation);

    /** Reads from a file without moving its position: the number of bytes, or a negative errno. */
    long pread(int fd, MemorySegment buffer, long offset);

    /** Fills in a struct statx of {@link FileStatus#STATX_BYTES} for a descriptor: 0, or a negative errno. */
    int statx(int fd, MemorySegment status);

    /** Maps a file, or address space alone: the address, or a negative errno. */
    long mmap(long address, long bytes, int protection, int flags, int fd, long offset);

    /** Unmaps a range: 0, or a negative errno. */
    int munmap(long address, long bytes);

    /** The page size, in bytes. */
    int getpagesize();

    /** The text for an errno, in the language of the process. */
    String strerror(int errno);

    /** A mapping as a segment, which is unmapped when its arena is closed. */
    default MemorySegment segment(long address, long bytes, Arena arena) {
        return segment(address, bytes, arena, () -> munmap(address, bytes));
    }

    /** A mapping as a segment. Closing its arena runs an action, which is to unmap it. */
    MemorySegment segment(long address, long bytes, Arena arena, Runnable unmap);

    /** What to write about a failed call: its name, the text and the number. */
    default String failure(String function, long negativeErrno) {
        int errno = Math.toIntExact(-negativeErrno);
        return function + ": " + strerror(errno) + " (errno " + errno + ")";
    }
}
