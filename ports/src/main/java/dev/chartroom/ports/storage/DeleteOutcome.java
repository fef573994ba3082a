package dev.chartroom.ports.storage;

/** What became of an object that was to be deleted. */
public sealed interface DeleteOutcome {

    StoredApplication application();

    /** It is gone; this is what it last was. */
    record Deleted(StoredApplication application) implements DeleteOutcome {}

    /** It waits for its finalizers, its deletion timestamp set. */
    record Terminating(StoredApplication application) implements DeleteOutcome {}
}
