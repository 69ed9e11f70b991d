/** The program that every PE of the suite {@code pt2pt} runs. */
package org.shmem4j.benchmarks.pt2pt;
