/**
 * A distributed sample sort of the lines of a file.
 *
 * <p>{@link org.shmem4j.examples.sort.Sort} is the whole program at a glance, one method per phase; the other classes
 * are the phases. Those that talk to other PEs are {@code Collectives}, {@code Splitters}, {@code Exchange} and
 * {@code Phases}; the rest would be the same in a program without any.
 */
package org.shmem4j.examples.sort;
