package org.shmem4j.runtime.bootstrap;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** A process that no launcher started: a job of one PE. */
final class SoloBootstrap implements Bootstrap {
    private final String jobId = "solo-" + ProcessHandle.current().pid() + "-"
            + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    private final Map<String, byte[]> values = new HashMap<>();
    private final ExitFiles files;
    private final ProcessEnd end;

    SoloBootstrap(ExitFiles files, ProcessEnd end) {
        this.files = files;
        this.end = end;
    }

    @Override
    public int pe() {
        return 0;
    }

    @Override
    public int peCount() {
        return 1;
    }

    @Override
    public String jobId() {
        return jobId;
    }

    @Override
    public void enter() {}

    @Override
    public void leave() {}

    @Override
    public void put(String key, byte[] value) {
        values.put(key, value.clone());
    }

    @Override
    public void exchange() {}

    @Override
    public byte @Nullable [] get(int pe, String key) {
        Objects.checkIndex(pe, 1);
        byte[] value = values.get(key);
        return value == null ? null : value.clone();
    }

    @Override
    public void deleteAtExit(Path file) {
        files.add(file);
    }

    @Override
    public void globalExit(int status, String reason) {
        PmiBootstrap.checkStatus(status);
        if (!reason.isEmpty()) {
            end.err().println(PmiBootstrap.oneLine(reason));
        }
        end.exit(status);
    }
}
