package dev.chartroom.ports.storage;

/** The outcome of a deletion. */
public sealed interface DeleteOutcome {

    StoredApplication application();

    /** The object was deleted. The result contains its last state. */
    record Deleted(StoredApplication application) implements DeleteOutcome {}

    /** The object waits for its finalizers; its deletion timestamp is set. */
    record Terminating(StoredApplication application) implements DeleteOutcome {}
}
