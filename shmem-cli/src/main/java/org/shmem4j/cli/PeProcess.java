package org.shmem4j.cli;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One PE as the launcher sees it. Owned by the thread of {@link Job}. */
final class PeProcess {
    private static final Map<Integer, String> SIGNALS = Map.of(
            1, "SIGHUP", 2, "SIGINT", 3, "SIGQUIT", 4, "SIGILL", 6, "SIGABRT", 7, "SIGBUS", 9, "SIGKILL", 11, "SIGSEGV",
            15, "SIGTERM");

    final int pe;
    final Process process;
    private final List<TaggedOutput.Pump> pumps = new ArrayList<>();
    boolean joined;
    boolean finalized;
    boolean exited;

    private PeProcess(int pe, Process process) {
        this.pe = pe;
        this.process = process;
    }

    /** Starts one. Only PE 0 has the launcher's standard input. */
    static PeProcess start(int pe, JobPlan plan, Map<String, String> jobEnvironment, TaggedOutput out, TaggedOutput err)
            throws IOException {
        ProcessBuilder builder = new ProcessBuilder(plan.command());
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.putAll(plan.environment());
        environment.putAll(jobEnvironment);
        environment.put("PMI_ID", Integer.toString(pe));
        builder.redirectInput(pe == 0 ? Redirect.INHERIT : Redirect.from(new File("/dev/null")));
        builder.redirectOutput(plan.tag() ? Redirect.PIPE : Redirect.INHERIT);
        builder.redirectError(plan.tag() ? Redirect.PIPE : Redirect.INHERIT);
        PeProcess started = new PeProcess(pe, builder.start());
        if (plan.tag()) {
            started.pumps.add(out.pump(pe, started.process.getInputStream()));
            started.pumps.add(err.pump(pe, started.process.getErrorStream()));
        }
        return started;
    }

    void finishOutput() throws InterruptedException {
        for (TaggedOutput.Pump pump : pumps) {
            pump.finish();
        }
    }

    /** Says how it ended. A code above 128 is also what a program may give by itself. */
    String describe(int code) {
        String signal = SIGNALS.get(code - 128);
        return this + " exited with code " + code + (signal == null ? "" : ", as after " + signal);
    }

    @Override
    public String toString() {
        return "PE " + pe + " (pid " + process.pid() + ")";
    }
}
