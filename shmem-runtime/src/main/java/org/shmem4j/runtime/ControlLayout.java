package org.shmem4j.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The runtime's own words, at the start of every PE's region, before the symmetric heap.
 *
 * <pre>
 *        0  arrived    long  epoch of the last sync that this PE came to          written by the owner, read by all
 *      128  counter    long  PEs that ever came to a sync, on PE 0 only           added to by all
 *      256  released   long  epoch of the last sync that is over, on PE 0 only    written by the last to come, read by all
 *     4096  proposal   4 KiB what this PE asks for in an even collective          written by the owner, read by all
 *     8192  proposal   4 KiB the same for an odd one
 *    64 Ki  symmetric heap
 * </pre>
 *
 * Each word has 128 bytes to itself: two cache lines, since processors fetch them in pairs.
 *
 * <p>A proposal is plain memory: it is written before a sync and read after it, and not written again before the sync after next, to
 * which every reader has to come first. A proposal is {@code turn, operation, first, second, offset} and the length of the fault as
 * longs, then the fault in UTF-8.
 */
final class ControlLayout {
    static final long BYTES = 64 << 10;

    private static final long ARRIVED = 0;
    private static final long COUNTER = 128;
    private static final long RELEASED = 256;
    private static final long PROPOSAL = 4096;
    private static final long PROPOSAL_BYTES = 4096;
    private static final long FAULT = 6 * Long.BYTES;
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    private final MemorySegment window;

    ControlLayout(MemorySegment window) {
        this.window = window;
    }

    /** Order: what this PE did before the sync; partner arrivedAcquire. */
    void arrivedRelease(long region, long epoch) {
        LONG.setRelease(window, region + ARRIVED, epoch);
    }

    /** Order: what that PE did before the sync; partner arrivedRelease. */
    long arrivedAcquire(long region) {
        return (long) LONG.getAcquire(window, region + ARRIVED);
    }

    /**
     * Order: an atomic with full fence, so that the last to come has seen what all did before they came, and passes it on with
     * releasedRelease.
     */
    long counterIncrement(long region) {
        return (long) LONG.getAndAdd(window, region + COUNTER, 1L) + 1;
    }

    /** Order: what all PEs did before the sync; partner releasedAcquire. */
    void releasedRelease(long region, long epoch) {
        LONG.setRelease(window, region + RELEASED, epoch);
    }

    /** Order: what all PEs did before the sync; partner releasedRelease. */
    long releasedAcquire(long region) {
        return (long) LONG.getAcquire(window, region + RELEASED);
    }

    /** Writes this PE's proposal for the turn-th collective. */
    void writeProposal(long region, long turn, Proposal proposal) {
        long at = proposalAt(region, turn);
        ByteBuffer text = ByteBuffer.allocate((int) (PROPOSAL_BYTES - FAULT));
        StandardCharsets.UTF_8
                .newEncoder()
                .encode(CharBuffer.wrap(proposal.fault()), text, true); // cut if it is too long
        window.set(ValueLayout.JAVA_LONG, at, turn);
        window.set(ValueLayout.JAVA_LONG, at + 8, proposal.operation().code);
        window.set(ValueLayout.JAVA_LONG, at + 16, proposal.first());
        window.set(ValueLayout.JAVA_LONG, at + 24, proposal.second());
        window.set(ValueLayout.JAVA_LONG, at + 32, proposal.offset());
        window.set(ValueLayout.JAVA_LONG, at + 40, text.position());
        MemorySegment.copy(MemorySegment.ofArray(text.array()), 0, window, at + FAULT, text.position());
    }

    /** Reads a PE's proposal for the turn-th collective; null if that PE came to the sync with something else. */
    @Nullable
    Proposal readProposal(long region, long turn) {
        long at = proposalAt(region, turn);
        if (window.get(ValueLayout.JAVA_LONG, at) != turn) {
            return null;
        }
        byte[] fault = window.asSlice(at + FAULT, window.get(ValueLayout.JAVA_LONG, at + 40))
                .toArray(ValueLayout.JAVA_BYTE);
        return new Proposal(
                Proposal.Operation.of(window.get(ValueLayout.JAVA_LONG, at + 8)),
                window.get(ValueLayout.JAVA_LONG, at + 16),
                window.get(ValueLayout.JAVA_LONG, at + 24),
                window.get(ValueLayout.JAVA_LONG, at + 32),
                new String(fault, StandardCharsets.UTF_8));
    }

    private static long proposalAt(long region, long turn) {
        return region + PROPOSAL + (turn & 1) * PROPOSAL_BYTES;
    }
}
