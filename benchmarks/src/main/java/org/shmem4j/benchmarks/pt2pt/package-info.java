/** The programs that every PE of the suites {@code pt2pt} and {@code atomics} runs. */
package org.shmem4j.benchmarks.pt2pt;
