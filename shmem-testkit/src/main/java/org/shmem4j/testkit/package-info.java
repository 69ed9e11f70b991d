/** Runs jobs of several JVMs under test, and looks for what they leave behind. */
package org.shmem4j.testkit;
