package org.shmem4j.runtime;

import org.shmem4j.Setting;
import org.shmem4j.Settings;
import org.shmem4j.runtime.bootstrap.Bootstrap;

/** What PE 0 prints at start if SHMEM_VERSION or SHMEM_INFO asks for it. */
final class StartReport {

    private StartReport() {}

    static void print(Bootstrap job, Settings settings) {
        if (job.pe() != 0) {
            return;
        }
        if (settings.get(Setting.VERSION) || settings.get(Setting.INFO)) {
            System.out.println(implementation() + ", OpenSHMEM 1.6 semantics, " + job.peCount() + " PEs");
        }
        if (settings.get(Setting.INFO)) {
            for (Setting<?> setting : Setting.all()) {
                System.out.println(setting.variable() + "=" + settings.text(setting) + " (" + settings.source(setting)
                        + ", default " + setting.defaultText() + "): " + setting.description());
            }
        }
    }

    static String implementation() {
        return "shmem4j " + version();
    }

    private static String version() {
        String version = StartReport.class.getPackage().getImplementationVersion();
        return version == null ? "(development build)" : version;
    }
}
