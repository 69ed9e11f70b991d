package org.shmem4j.examples.sort;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.List;

/**
 * The input, the output, and the file beside the output into which the result is written until it is whole. Faults
 * carry the names as the user wrote them.
 */
final class SortFiles {
    /** As the kernel's limit, beyond which it takes links for a circle. */
    private static final int LINKS_MAX = 40;

    private final String inputName;
    private final String outputName;
    private final Path input;
    private final Path output;

    private SortFiles(String inputName, String outputName, Path input, Path output) {
        this.inputName = inputName;
        this.outputName = outputName;
        this.input = input;
        this.output = output;
    }

    static SortFiles of(List<String> arguments) throws Fault {
        if (arguments.size() != 2) {
            throw Fault.usage();
        }
        String inputName = arguments.get(0);
        String outputName = arguments.get(1);
        return new SortFiles(
                inputName,
                outputName,
                path(inputName),
                followed(outputName, path(outputName).toAbsolutePath()));
    }

    private static Path path(String name) throws Fault {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw Fault.of(name, "not a path: " + e.getReason());
        }
    }

    /** What an output that is a link stands for: the rename has to replace that, not the link. */
    private static Path followed(String name, Path path) throws Fault {
        Path followed = path;
        try {
            for (int links = 0; Files.isSymbolicLink(followed); links++) {
                if (links == LINKS_MAX) {
                    throw Fault.of(name, "too many levels of symbolic links");
                }
                followed = followed.resolveSibling(Files.readSymbolicLink(followed));
            }
        } catch (IOException e) {
            throw Fault.of(name, e);
        }
        return followed;
    }

    /** Finds what can be found before any work is done, and returns size and time of the input. */
    BasicFileAttributes check() throws Fault {
        BasicFileAttributes attributes = attributes();
        if (attributes.isDirectory()) {
            throw Fault.of(inputName, "is a directory");
        }
        if (!attributes.isRegularFile()) {
            throw Fault.of(inputName, "is not a regular file");
        }
        try (FileChannel channel = openInput()) {
            if (channel.read(ByteBuffer.allocate(1), attributes.size()) > 0) {
                throw Fault.of(
                        inputName, "is longer than its size of " + attributes.size() + " bytes: sort a copy of it");
            }
        } catch (IOException e) {
            throw inputFault(e);
        }
        if (Files.exists(output)) {
            checkReplaceable();
        }
        Path directory = directory();
        if (!Files.isDirectory(directory)) {
            throw Fault.of(outputName, "no such directory: " + directory);
        }
        if (!Files.isWritable(directory)) {
            throw Fault.of(outputName, "cannot create files in " + directory);
        }
        return attributes;
    }

    private void checkReplaceable() throws Fault {
        if (Files.isDirectory(output)) {
            throw Fault.of(outputName, "is a directory");
        }
        if (!Files.isRegularFile(output)) {
            throw Fault.of(outputName, "is not a regular file");
        }
        try {
            if (Files.isSameFile(input, output)) {
                throw Fault.of(outputName, "is the input file");
            }
        } catch (IOException e) {
            throw outputFault(e);
        }
        if (!Files.isWritable(output)) {
            throw Fault.of(outputName, "permission denied");
        }
    }

    private BasicFileAttributes attributes() throws Fault {
        try {
            return Files.readAttributes(input, BasicFileAttributes.class);
        } catch (IOException e) {
            throw inputFault(e);
        }
    }

    void checkUnchanged(Job job) throws Fault {
        if (!job.hasInput(attributes())) {
            throw Fault.of(inputName, "changed while it was being sorted");
        }
    }

    FileChannel openInput() throws IOException {
        return FileChannel.open(input, StandardOpenOption.READ);
    }

    /** The file for the result of the job of this number: beside the output, because a rename cannot leave its file system. */
    Path part(long unique) {
        return directory().resolve(".sort-" + Long.toHexString(unique) + ".part");
    }

    private Path directory() {
        Path parent = output.getParent();
        return parent == null ? output : parent;
    }

    /** Creates the file with the permissions that the output has, or that a new one gets. */
    void create(long unique) throws Fault {
        Path part = part(unique);
        try {
            FileChannel.open(part, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)
                    .close();
            PosixFileAttributeView view = Files.getFileAttributeView(part, PosixFileAttributeView.class);
            if (view != null && Files.exists(output)) {
                view.setPermissions(Files.getPosixFilePermissions(output));
            }
        } catch (IOException e) {
            throw outputFault(e);
        }
    }

    FileChannel openPart(long unique) throws IOException {
        return FileChannel.open(part(unique), StandardOpenOption.WRITE);
    }

    void moveToOutput(long unique) throws Fault {
        try {
            Files.move(part(unique), output, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw outputFault(e);
        }
    }

    Fault inputFault(Exception e) {
        return Fault.of(inputName, e);
    }

    Fault outputFault(IOException e) {
        return Fault.of(outputName, e);
    }
}
