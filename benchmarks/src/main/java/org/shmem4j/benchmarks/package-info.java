/** The suites of {@code shmem bench}: they run the programs of this library and of its rivals in turn, and set their figures side by side. */
package org.shmem4j.benchmarks;
