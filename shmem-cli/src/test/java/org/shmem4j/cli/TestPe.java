package org.shmem4j.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.shmem4j.ConfigurationException;
import org.shmem4j.runtime.bootstrap.Bootstrap;
import org.shmem4j.runtime.bootstrap.ProcessBootstrap;

/** The program that launcher tests run: what each PE does is its first argument. */
final class TestPe {
    private static final Bootstrap JOB = ProcessBootstrap.get();

    private TestPe() {}

    /** With {@code all=x} every PE does x; {@code 1=x else=y} differs for PE 1. */
    public static void main(String[] args) throws Exception {
        String own = JOB.pe() + "=";
        String role = Arrays.stream(args)
                .filter(arg -> arg.startsWith(own))
                .findFirst()
                .or(() -> Arrays.stream(args)
                        .filter(arg -> arg.startsWith("else="))
                        .findFirst())
                .orElse("else=nothing");
        for (String step : role.substring(role.indexOf('=') + 1).split(",", -1)) {
            run(step.split(":", 2));
        }
    }

    private static void run(String[] step) throws Exception {
        String argument = step.length > 1 ? step[1] : "";
        switch (step[0]) {
            case "nothing" -> {}
            case "enter" -> JOB.enter();
            case "leave" -> JOB.leave();
            case "exchange" -> exchange();
            case "exit" -> System.exit(Integer.parseInt(argument));
            case "halt" -> Runtime.getRuntime().halt(Integer.parseInt(argument));
            case "abort" -> JOB.globalExit(Integer.parseInt(argument), "");
            case "abortWithReason" -> JOB.globalExit(Integer.parseInt(argument), "because of PE " + JOB.pe());
            case "abortInHook" ->
                Runtime.getRuntime()
                        .addShutdownHook(new Thread(() -> JOB.globalExit(Integer.parseInt(argument), "in a hook")));
            case "throw" -> throw new IllegalStateException(argument);
            case "throwFaulty" -> throw new FaultyException();
            case "throwBesideThread" -> {
                Thread.ofPlatform().start(() -> LockSupport.parkNanos(60_000_000_000L));
                throw new IllegalStateException("alone");
            }
            case "throwForUser" -> throw new ConfigurationException("first fault\nsecond fault");
            case "sleep" -> Thread.sleep(60_000);
            case "spin" -> {
                while (!Thread.currentThread().isInterrupted()) {
                    Thread.onSpinWait();
                }
            }
            case "hangInHook" ->
                Runtime.getRuntime().addShutdownHook(new Thread(() -> LockSupport.parkNanos(60_000_000_000L)));
            case "child" -> {
                Path part = Path.of(argument, "child-part-" + JOB.pe());
                String script = "echo $$ > " + part + "; mv " + part + " " + Path.of(argument, "child" + JOB.pe())
                        + "; exec sleep 60";
                new ProcessBuilder("setsid", "sh", "-c", script).inheritIO().start();
            }
            case "pid" -> note(Path.of(argument, "pid" + JOB.pe()));
            case "file" -> {
                Path file = Path.of(argument, "left-by-" + JOB.pe());
                JOB.deleteAtExit(file);
                Files.writeString(file, "x");
            }
            case "await" -> {
                while (!Files.exists(Path.of(argument))) {
                    LockSupport.parkNanos(5_000_000);
                }
            }
            case "print" -> System.out.println(argument);
            case "lines" -> lines(Integer.parseInt(argument));
            case "halfLine" -> System.out.print("half");
            case "stdin" -> System.out.println("read " + new String(System.in.readAllBytes(), UTF_8).strip());
            case "env" -> System.out.println(argument + "=" + System.getenv(argument));
            default -> throw new IllegalArgumentException(step[0]);
        }
    }

    /** Cannot say what it is. */
    private static final class FaultyException extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("from getMessage");
        }
    }

    private static void exchange() {
        byte[] value = new byte[100_000];
        Arrays.fill(value, (byte) JOB.pe());
        JOB.put("value", value);
        JOB.put("empty", new byte[0]);
        JOB.exchange();
        for (int pe = 0; pe < JOB.peCount(); pe++) {
            Arrays.fill(value, (byte) pe);
            if (!Arrays.equals(value, JOB.get(pe, "value"))
                    || Objects.requireNonNull(JOB.get(pe, "empty")).length != 0
                    || JOB.get(pe, "missing") != null) {
                throw new IllegalStateException("wrong value of " + pe);
            }
        }
    }

    /** Written under another name first, so that it is whole once it is there. */
    private static void note(Path file) throws IOException {
        Path whole = file.resolveSibling(file.getFileName() + ".part");
        Files.writeString(whole, Long.toString(ProcessHandle.current().pid()), StandardOpenOption.CREATE_NEW);
        Files.move(whole, file);
    }

    private static void lines(int count) {
        String text = "abcdefghij".repeat(JOB.pe() + 1);
        for (int i = 0; i < count; i++) {
            System.out.println(i + " " + text);
        }
    }
}
