/** What {@code shmem bench} runs: suites of benchmarks, which come in a jar of their own. */
package org.shmem4j.cli.bench;
