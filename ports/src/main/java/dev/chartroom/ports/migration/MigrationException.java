package dev.chartroom.ports.migration;

/** A migration that did not come to its end. What was served before is served still, from where it was. */
public final class MigrationException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param message a sentence for whoever runs the migration: what is wrong, with which objects */
    MigrationException(String message) {
        super(message);
    }
}
