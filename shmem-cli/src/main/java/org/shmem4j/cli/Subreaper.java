package org.shmem4j.cli;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * Has the kernel make this process the parent of every descendant whose own parent ends: what a PE starts stays in
 * sight, even when it becomes a daemon. Those that end stay zombies until this process ends, for only Java waits for
 * its children.
 */
final class Subreaper {
    private static final int PR_SET_CHILD_SUBREAPER = 36;

    private Subreaper() {}

    /** Becomes one. Returns false where that cannot be: not on Linux, or without native access. */
    static boolean become() {
        if (!System.getProperty("os.name").equals("Linux")
                || !Subreaper.class.getModule().isNativeAccessEnabled()) {
            return false;
        }
        Linker linker = Linker.nativeLinker();
        Optional<MemorySegment> address = linker.defaultLookup().find("prctl");
        if (address.isEmpty()) {
            return false;
        }
        MethodHandle prctl = linker.downcallHandle(
                address.get(),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
                Linker.Option.firstVariadicArg(1));
        try {
            return (int) prctl.invokeExact(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L) == 0;
        } catch (Throwable e) {
            throw new AssertionError("prctl throws nothing", e);
        }
    }
}
