package org.shmem4j.runtime.bootstrap;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmem4j.BootstrapException;

/** The bootstrap of this process. */
public final class ProcessBootstrap {
    private static @Nullable Bootstrap bootstrap;

    private ProcessBootstrap() {}

    /**
     * Finds out which launcher started this process, connects to it at the first call, and stays connected until the process
     * ends.
     *
     * @return the same object at each call; a job of one PE if there is no launcher
     * @throws BootstrapException if there is one that cannot be used
     * @throws IllegalStateException if this process is ending, and had none yet
     */
    public static synchronized Bootstrap get() {
        Bootstrap current = bootstrap;
        if (current == null) {
            ExitFiles files = new ExitFiles();
            current = detect(System.getenv(), files, new ProcessEnd());
            Runnable atExit = current instanceof PmiBootstrap pmi ? pmi::finish : () -> {};
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(
                            () -> {
                                files.delete();
                                atExit.run();
                            },
                            "shmem4j-exit"));
            bootstrap = current;
        }
        return current;
    }

    static Bootstrap detect(Map<String, String> environment, ExitFiles files, ProcessEnd end) {
        String port = environment.get("PMI_PORT");
        String id = environment.get("PMI_ID");
        if (port != null && id != null) {
            return PmiBootstrap.connect(port, peNumber(id), secret(environment), files, end);
        }
        String tasks = environment.get("SLURM_NTASKS");
        if (environment.containsKey("SLURM_PROCID") && tasks != null && !tasks.equals("1")) {
            throw new BootstrapException("this is one of SLURM_NTASKS='" + tasks
                    + "' tasks of srun, which gave it no way to find the others; on one machine start the job with"
                    + " 'shmem run -n " + tasks + " ...' in a single task");
        }
        return new SoloBootstrap(files, end);
    }

    private static int peNumber(String id) {
        try {
            return Integer.parseInt(id);
        } catch (NumberFormatException e) {
            throw new BootstrapException("PMI_ID='" + id + "' is no number: the launcher has to set it", e);
        }
    }

    private static @Nullable JobSecret secret(Map<String, String> environment) {
        String hex = environment.get(JobSecret.VARIABLE);
        if (hex == null) {
            return null;
        }
        JobSecret secret = JobSecret.parse(hex);
        if (secret == null) {
            throw new BootstrapException(JobSecret.VARIABLE
                    + " is not what 'shmem run' sets, 64 hexadecimal digits: unset it, or let 'shmem run' start this");
        }
        return secret;
    }
}
