package org.shmem4j.examples.sort;

import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/** What ends the job before its time: one line for the user, and the exit status. */
final class Fault extends Exception {
    private static final long serialVersionUID = 1L;

    /** A wrong call, as against a fault of the files or of the machine. */
    static final int USAGE_STATUS = 2;

    private static final int STATUS = 1;

    private final int status;

    private Fault(int status, String message) {
        super(message);
        this.status = status;
    }

    static Fault usage() {
        return new Fault(USAGE_STATUS, "usage: sort INPUT OUTPUT");
    }

    /** A fault of one file, named as the user wrote it. */
    static Fault of(String file, String reason) {
        return new Fault(STATUS, "sort: " + file + ": " + reason);
    }

    /** An IOException, or an unchecked one around it. */
    static Fault of(String file, Exception e) {
        return of(file, reason(e instanceof UncheckedIOException unchecked ? unchecked.getCause() : e));
    }

    /** A fault of the machine. */
    static Fault of(String reason) {
        return new Fault(STATUS, "sort: " + reason);
    }

    int status() {
        return status;
    }

    String line() {
        return String.valueOf(getMessage());
    }

    /** Exceptions of java.nio.file put the path into their message, and often nothing else. */
    private static String reason(@Nullable Throwable e) {
        if (e instanceof NoSuchFileException) {
            return "no such file";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof FileSystemException f && f.getReason() != null) {
            return f.getReason();
        }
        return e == null || e.getMessage() == null ? String.valueOf(e) : e.getMessage();
    }
}
