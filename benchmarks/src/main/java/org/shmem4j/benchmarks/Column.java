package org.shmem4j.benchmarks;

import java.util.Optional;
import java.util.stream.Stream;

/** Whose figures stand side by side. */
enum Column {
    LOCAL("local", "shmem4j"),
    CONSTANT("constant", "static final"),
    OSHMEM("oshmem", "OSHMEM"),
    RAW("raw", "raw C");

    /** How it is called in lines of samples. */
    final String impl;

    final String title;

    Column(String impl, String title) {
        this.impl = impl;
        this.title = title;
    }

    static Optional<Column> of(String impl) {
        return Stream.of(values()).filter(column -> column.impl.equals(impl)).findFirst();
    }
}
