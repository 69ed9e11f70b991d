package org.shmem4j.runtime.bootstrap;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmem4j.BootstrapException;

/** The bootstrap of this process. */
public final class ProcessBootstrap {
    /** What other launchers, and PMI-1 without a port, give to each process. */
    private static final List<String> FOREIGN =
            List.of("PMI_FD", "PMI_RANK", "PMIX_NAMESPACE", "PMIX_RANK", "OMPI_COMM_WORLD_SIZE");
    /** Where they say how many processes there are. */
    private static final List<String> SIZES = List.of("PMI_SIZE", "OMPI_COMM_WORLD_SIZE", "SLURM_NTASKS");

    private static @Nullable Bootstrap bootstrap;

    private ProcessBootstrap() {}

    /**
     * Finds out which launcher started this process, connects to it at the first call, and stays connected until the
     * process ends.
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
        checkForeign(environment);
        String tasks = environment.get("SLURM_NTASKS");
        if (environment.containsKey("SLURM_PROCID") && tasks != null && !tasks.equals("1")) {
            throw new BootstrapException("this is one of SLURM_NTASKS='" + tasks
                    + "' tasks of srun, which gave it no way to find the others; on one machine start the job with"
                    + " 'shmem run -n " + tasks + " ...' in a single task");
        }
        return new SoloBootstrap(files, end);
    }

    /** A launcher that we cannot ask would otherwise get as many jobs of one PE as it started processes. */
    private static void checkForeign(Map<String, String> environment) {
        for (String variable : FOREIGN) {
            String value = environment.get(variable);
            String sizeName =
                    SIZES.stream().filter(environment::containsKey).findFirst().orElse("");
            String size = environment.get(sizeName);
            boolean alone = "1".equals(size) || (size == null && variable.equals("PMI_RANK"));
            if (value != null && !alone) {
                throw new BootstrapException(
                        variable + "='" + value + "' is of a launcher that this library cannot talk"
                                + " to" + (size == null ? "" : " (" + sizeName + "='" + size + "')")
                                + "; on one machine start the job with 'shmem run -n " + (size == null ? "N" : size)
                                + " ...', or unset the variable for a job of one PE");
            }
        }
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
