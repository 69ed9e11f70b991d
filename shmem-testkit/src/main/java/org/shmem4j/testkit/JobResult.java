package org.shmem4j.testkit;

import java.time.Duration;

/**
 * How a job ended.
 *
 * @param exitCode the launcher's
 * @param out what the job wrote to standard output
 * @param err what the job wrote to standard error
 * @param time from start to end
 */
public record JobResult(int exitCode, String out, String err, Duration time) {

    /**
     * Everything, for the message of a failed assertion.
     *
     * @return a text of several lines
     */
    @Override
    public String toString() {
        return "exit code " + exitCode + " after " + time.toMillis() + " ms\n--- out\n" + out + "\n--- err\n" + err;
    }
}
