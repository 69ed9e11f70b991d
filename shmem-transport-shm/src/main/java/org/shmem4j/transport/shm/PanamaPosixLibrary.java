package org.shmem4j.transport.shm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The C library by {@code java.lang.foreign}: the only place with restricted methods. Loading the class throws
 * {@link IllegalCallerException}, wrapped in an {@link ExceptionInInitializerError}, where native access is denied.
 *
 * <p>Addresses are passed as {@code long}, which both supported processors treat as a pointer.
 */
final class PanamaPosixLibrary implements PosixLibrary {
    private static final int AT_EMPTY_PATH = 0x1000;
    private static final int STATX_BASIC_STATS = 0x7ff;
    private static final long MESSAGE_BYTES_MAX = 1024;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final MemoryLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(PathElement.groupElement("errno"));

    private static final MethodHandle OPEN = withErrno(
            "open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT), Linker.Option.firstVariadicArg(2));
    private static final MethodHandle CLOSE = withErrno("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle FTRUNCATE =
            withErrno("ftruncate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG));
    private static final MethodHandle POSIX_FALLOCATE =
            plain("posix_fallocate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle FALLOCATE =
            withErrno("fallocate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle FLOCK = withErrno("flock", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle PREAD =
            withErrno("pread", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle STATX =
            withErrno("statx", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS));
    private static final MethodHandle MMAP = withErrno(
            "mmap", FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
    private static final MethodHandle MUNMAP =
            withErrno("munmap", FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle GETPAGESIZE = plain("getpagesize", FunctionDescriptor.of(JAVA_INT));
    private static final MethodHandle STRERROR = plain("strerror", FunctionDescriptor.of(ADDRESS, JAVA_INT));

    private static MethodHandle withErrno(String name, FunctionDescriptor descriptor, Linker.Option... options) {
        Linker.Option[] all = Stream.concat(Stream.of(Linker.Option.captureCallState("errno")), Stream.of(options))
                .toArray(Linker.Option[]::new);
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor, all);
    }

    private static MethodHandle plain(String name, FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor);
    }

    @Override
    public int open(Path path, int flags, int mode) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            return result((int) OPEN.invokeExact(state, arena.allocateFrom(path.toString()), flags, mode), state);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    @Override
    public int close(int fd) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            return result((int) CLOSE.invokeExact(state, fd), state);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    @Override
    public int ftruncate(int fd, long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            return result((int) FTRUNCATE.invokeExact(state, fd, bytes), state);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    @Override
    public int posixFallocate(int fd, long offset, long bytes) {
        try {
            return -(int) POSIX_FALLOCATE.invokeExact(fd, offset, bytes); // answers the errno instead of setting it
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    @Override
    public int fallocate(int fd, int mode, long offset, long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            return result((int) FALLOCATE.invokeExact(state, fd, mode, offset, bytes), state);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    @Override
    public int flock(int fd, int operation) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            return result((int) FLOCK.invokeExact(state, fd, operation), state);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    @Override
    public long pread(int fd, MemorySegment buffer, long offset) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            long read = (long) PREAD.invokeExact(state, fd, buffer, buffer.byteSize(), offset);
            return read == -1 ? result(-1, state) : read;
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    @Override
    public int statx(int fd, MemorySegment status) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            MemorySegment path = arena.allocateFrom("");
            return result((int) STATX.invokeExact(state, fd, path, AT_EMPTY_PATH, STATX_BASIC_STATS, status), state);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    @Override
    public long mmap(long address, long bytes, int protection, int flags, int fd, long offset) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            long mapped = (long) MMAP.invokeExact(state, address, bytes, protection, flags, fd, offset);
            return mapped == -1 ? result(-1, state) : mapped;
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    @Override
    public int munmap(long address, long bytes) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            return result((int) MUNMAP.invokeExact(state, address, bytes), state);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    @Override
    public int getpagesize() {
        try {
            return (int) GETPAGESIZE.invokeExact();
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    @Override
    public String strerror(int errno) {
        try {
            // Thread-safe here, though not by the standard: the C libraries of Linux answer a constant text,
            // or, for a number that they do not know, glibc does a buffer of the calling thread.
            MemorySegment text = (MemorySegment) STRERROR.invokeExact(errno);
            return text.reinterpret(MESSAGE_BYTES_MAX).getString(0);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    @Override
    public MemorySegment segment(long address, long bytes, Arena arena, Runnable unmap) {
        return MemorySegment.ofAddress(address).reinterpret(bytes, arena, _ -> unmap.run());
    }

    private static int result(int result, MemorySegment state) {
        return result == -1 ? -(int) ERRNO.get(state, 0L) : result;
    }

    /** A downcall declares Throwable, but throws only what the JVM itself throws. */
    private static RuntimeException unexpected(Throwable t) {
        return switch (t) {
            case RuntimeException e -> e;
            case Error e -> throw e;
            default -> throw new AssertionError(t);
        };
    }
}
