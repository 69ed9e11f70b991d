/**
 * One PE's runtime.
 *
 * <p>{@link org.shmem4j.runtime.RuntimeService} is what the API finds. A {@code Membership} counts the handles of one
 * PE and joins and leaves the job; a {@code PeRuntime} is the time between: it opens the transports, connects to all
 * PEs and owns what is collective. {@code HeapPath} is what every put and get goes through.
 */
package org.shmem4j.runtime;
