package org.shmem4j.runtime;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The runtime's own words, at the end of every PE's region, behind the symmetric heap.
 *
 * <pre>
 *        0  arrived, even  long  the even sync that this PE came to last      written by the owner, read by all
 *      128  arrived, odd   long  the odd sync that this PE came to last       written by the owner, read by all
 *      256  counter        long  PEs in the sync, by kind; on PE 0 only       added to by all, cleared by the last to come
 *      384  released       long  the last sync that is over; on PE 0 only     written by the last to come, read by all
 *     4096  proposal, even 4 KiB what this PE asks for in an even sync        written by the owner, read by all
 *     8192  proposal, odd  4 KiB the same for an odd one                      written by the owner, read by all
 * </pre>
 *
 * Each word has 128 bytes to itself: two cache lines, since processors fetch them in pairs. The first four are written
 * by {@link Syncer} alone, which says what they hold.
 *
 * <p>What belongs to a sync is kept until the sync after next, by its parity: a PE writes again only when all have come
 * to the sync between, and a PE comes to that only when it has read what it needs. A proposal is plain memory, ordered
 * by the sync that it belongs to: {@code operation, first, second, offset} and the length of the fault as longs, then
 * the fault in UTF-8.
 */
final class ControlLayout {
    static final long BYTES = 64 << 10;

    private static final long ARRIVED = 0;
    private static final long COUNTER = 256;
    private static final long RELEASED = 384;
    private static final long WORD_BYTES = 128;
    private static final long PROPOSAL = 4096;
    private static final long PROPOSAL_BYTES = 4096;
    private static final long FAULT = 5 * Long.BYTES;
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    private final MemorySegment window;
    private final long[] areas;

    /** Takes the window with all regions, and where each PE's area begins in it. */
    ControlLayout(MemorySegment window, long[] areas) {
        this.window = window;
        this.areas = areas.clone();
    }

    int peCount() {
        return areas.length;
    }

    /** Order: what this PE did before the sync; partner ControlLayout.arrivedAcquire. */
    void arrivedRelease(int pe, long epoch, long word) {
        LONG.setRelease(window, arrivedAt(pe, epoch), word);
    }

    /** Order: what that PE did before the sync; partner ControlLayout.arrivedRelease. */
    long arrivedAcquire(int pe, long epoch) {
        return (long) LONG.getAcquire(window, arrivedAt(pe, epoch));
    }

    /**
     * Order: an atomic with full fence, so that the last to come has seen what all did before they came, and passes it
     * on with {@link #releasedRelease}.
     */
    long counterAdd(long amount) {
        return (long) LONG.getAndAdd(window, areas[0] + COUNTER, amount) + amount;
    }

    /** Plain: the next to add comes after {@link #releasedRelease}, which orders it. */
    void counterClear() {
        LONG.set(window, areas[0] + COUNTER, 0L);
    }

    /** Order: what all PEs did before the sync; partner ControlLayout.releasedAcquire. */
    void releasedRelease(long word) {
        LONG.setRelease(window, areas[0] + RELEASED, word);
    }

    /** Order: what all PEs did before the sync; partner ControlLayout.releasedRelease. */
    long releasedAcquire() {
        return (long) LONG.getAcquire(window, areas[0] + RELEASED);
    }

    /** Writes a PE's proposal for a sync to which it has not come yet. */
    void writeProposal(int pe, long epoch, Proposal proposal) {
        long at = proposalAt(pe, epoch);
        ByteBuffer text = ByteBuffer.allocate((int) (PROPOSAL_BYTES - FAULT));
        StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(proposal.fault()), text, true); // cut if too long
        window.set(ValueLayout.JAVA_LONG, at, proposal.operation().code);
        window.set(ValueLayout.JAVA_LONG, at + 8, proposal.first());
        window.set(ValueLayout.JAVA_LONG, at + 16, proposal.second());
        window.set(ValueLayout.JAVA_LONG, at + 24, proposal.offset());
        window.set(ValueLayout.JAVA_LONG, at + 32, text.position());
        MemorySegment.copy(MemorySegment.ofArray(text.array()), 0, window, at + FAULT, text.position());
    }

    /** Reads a PE's proposal for a sync that is over. */
    Proposal readProposal(int pe, long epoch) {
        long at = proposalAt(pe, epoch);
        byte[] fault = window.asSlice(at + FAULT, window.get(ValueLayout.JAVA_LONG, at + 32))
                .toArray(ValueLayout.JAVA_BYTE);
        return new Proposal(
                Proposal.Operation.of(window.get(ValueLayout.JAVA_LONG, at)),
                window.get(ValueLayout.JAVA_LONG, at + 8),
                window.get(ValueLayout.JAVA_LONG, at + 16),
                window.get(ValueLayout.JAVA_LONG, at + 24),
                new String(fault, StandardCharsets.UTF_8));
    }

    private long arrivedAt(int pe, long epoch) {
        return areas[pe] + ARRIVED + (epoch & 1) * WORD_BYTES;
    }

    private long proposalAt(int pe, long epoch) {
        return areas[pe] + PROPOSAL + (epoch & 1) * PROPOSAL_BYTES;
    }
}
