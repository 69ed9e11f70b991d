package org.shmem4j.cli;

import java.util.List;
import java.util.Map;

/**
 * What is to be started.
 *
 * @param peCount the number of PEs
 * @param command the command of each PE
 * @param environment the environment of each PE, to which each gets its own number
 * @param tag whether each line of output has its PE in front
 */
record JobPlan(int peCount, List<String> command, Map<String, String> environment, boolean tag) {}
