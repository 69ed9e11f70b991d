/** OpenSHMEM semantics for Java: a symmetric heap, one-sided put and get, ordering and collectives over its PEs. */
package org.shmem4j;
