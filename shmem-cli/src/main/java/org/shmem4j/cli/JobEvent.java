package org.shmem4j.cli;

/** What a job's owner, {@link Job}, hears of its PEs. */
sealed interface JobEvent {

    /** A PE has joined: from now on it may not end before it has finalized. */
    record Joined(int pe) implements JobEvent {}

    /** A PE has closed all its handles and is ending. */
    record Finalized(int pe) implements JobEvent {}

    /** A PE ends the whole job. */
    record Aborted(int pe, int status, String reason) implements JobEvent {}

    /** The control connection of a PE is gone, and everything that came on it was heard. */
    record Disconnected(int pe) implements JobEvent {}

    /** The process of a PE is gone. */
    record Exited(int pe, int code) implements JobEvent {}

    /** This launcher was asked to end. */
    record Interrupted() implements JobEvent {}
}
