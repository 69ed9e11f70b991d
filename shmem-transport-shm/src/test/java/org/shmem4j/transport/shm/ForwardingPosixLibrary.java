package org.shmem4j.transport.shm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/** The real library; tests override what is to go wrong. */
class ForwardingPosixLibrary implements PosixLibrary {
    static final int EPERM = 1;
    static final int EFBIG = 27;
    static final int ENOSPC = 28;

    private final PosixLibrary real = new PanamaPosixLibrary();

    @Override
    public int open(Path path, int flags, int mode) {
        return real.open(path, flags, mode);
    }

    @Override
    public int close(int fd) {
        return real.close(fd);
    }

    @Override
    public int ftruncate(int fd, long bytes) {
        return real.ftruncate(fd, bytes);
    }

    @Override
    public int posixFallocate(int fd, long offset, long bytes) {
        return real.posixFallocate(fd, offset, bytes);
    }

    @Override
    public int fallocate(int fd, int mode, long offset, long bytes) {
        return real.fallocate(fd, mode, offset, bytes);
    }

    @Override
    public int flock(int fd, int operation) {
        return real.flock(fd, operation);
    }

    @Override
    public long pread(int fd, MemorySegment buffer, long offset) {
        return real.pread(fd, buffer, offset);
    }

    @Override
    public int statx(int fd, MemorySegment status) {
        return real.statx(fd, status);
    }

    @Override
    public long mmap(long address, long bytes, int protection, int flags, int fd, long offset) {
        return real.mmap(address, bytes, protection, flags, fd, offset);
    }

    @Override
    public int munmap(long address, long bytes) {
        return real.munmap(address, bytes);
    }

    @Override
    public int getpagesize() {
        return real.getpagesize();
    }

    @Override
    public String strerror(int errno) {
        return real.strerror(errno);
    }

    @Override
    public MemorySegment segment(long address, long bytes, Arena arena, Runnable unmap) {
        return real.segment(address, bytes, arena, unmap);
    }
}
