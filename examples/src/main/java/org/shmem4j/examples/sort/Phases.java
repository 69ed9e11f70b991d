package org.shmem4j.examples.sort;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.shmem4j.Shmem;
import org.shmem4j.SymmetricHeap;
import org.shmem4j.SymmetricSegment;

/**
 * Where this PE is, and how long each phase took it. When somebody watches, each PE keeps a number on its progress in
 * its own symmetric memory, and PE 0 reads these now and then to draw a bar.
 */
final class Phases {

    static final int READ = 0;
    static final int SORT = 1;
    static final int SPLIT = 2;
    static final int EXCHANGE = 3;
    static final int MERGE = 4;
    static final List<String> NAMES = List.of("read", "sort", "split", "exchange", "merge");

    private static final long WHOLE = 1000;
    private static final long REDRAW_NS = 100_000_000;
    private static final int BAR_WIDTH = 40;
    private static final String CLEAR_LINE = "\r\u001b[K";

    private final Shmem shmem;
    private final SymmetricHeap heap;
    private final boolean watched;
    private final PrintStream terminal;
    private final SymmetricSegment progress;
    private final long[] phaseNs = new long[NAMES.size()];
    private int phase = READ;
    private long phaseStart = System.nanoTime();
    private long published = -1;
    private long lastDrawn = phaseStart - REDRAW_NS;

    Phases(Shmem shmem, boolean watched, PrintStream terminal) {
        this.shmem = shmem;
        this.heap = shmem.heap();
        this.watched = watched;
        this.terminal = terminal;
        this.progress = heap.allocateZeroed(watched ? Long.BYTES : 0);
    }

    /** Whether standard error is a terminal; System.console() would ask about standard input and output too. */
    static boolean errorIsTerminal() {
        try {
            String file = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
            return file.startsWith("/dev/pts/") || file.startsWith("/dev/tty");
        } catch (IOException | UnsupportedOperationException e) {
            return false; // no /proc: nothing is lost but the bar
        }
    }

    void begin(int next) {
        endPhase();
        phase = next;
        lastDrawn = phaseStart - REDRAW_NS; // its name is news
        reached(0, 1);
    }

    private void endPhase() {
        long now = System.nanoTime();
        phaseNs[phase] += now - phaseStart;
        phaseStart = now;
    }

    /** Says how far this phase is. Cheap enough to be called every few thousand lines. */
    void reached(long done, long total) {
        if (!watched) {
            return;
        }
        long now = phase * WHOLE + (total == 0 ? WHOLE : (long) (WHOLE * ((double) done / total)));
        if (now != published) {
            published = now;
            heap.putLong(progress, 0, now, shmem.pe());
        }
        if (shmem.pe() == 0 && System.nanoTime() - lastDrawn >= REDRAW_NS) {
            draw();
            lastDrawn = System.nanoTime();
        }
    }

    private void draw() {
        long sum = 0;
        for (int pe = 0; pe < shmem.peCount(); pe++) {
            long ofPhase = heap.getLong(progress, 0, pe) - phase * WHOLE;
            sum += Math.clamp(ofPhase, 0, WHOLE); // a PE may be a phase behind, or ahead
        }
        double part = (double) sum / (WHOLE * shmem.peCount());
        int full = (int) (part * BAR_WIDTH);
        terminal.print(CLEAR_LINE
                + String.format(
                        Locale.ROOT,
                        "%-8s [%s%s] %3.0f %%",
                        NAMES.get(phase),
                        "#".repeat(full),
                        " ".repeat(BAR_WIDTH - full),
                        100 * part));
        terminal.flush();
    }

    /** Ends the last phase, and clears the bar. Collective. */
    void end() {
        endPhase();
        if (watched && shmem.pe() == 0) {
            terminal.print(CLEAR_LINE);
            terminal.flush();
        }
        heap.free(progress);
    }

    /** How long each phase took this PE. */
    long[] phaseNs() {
        return Arrays.copyOf(phaseNs, phaseNs.length);
    }
}
