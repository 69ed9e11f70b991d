/**
 * Single operations inside one JVM, measured by JMH: PE 0 of an embedded job of two, to itself and to PE 1. Each stands
 * beside a baseline that does the least possible on plain memory, and is measured with the heap in a field and in a
 * {@code static final}.
 */
package org.shmem4j.benchmarks.micro;
