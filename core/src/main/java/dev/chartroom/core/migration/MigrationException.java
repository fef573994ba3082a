package dev.chartroom.core.migration;

/** Signals a migration that was not completed. The kind is still served from its previous store. */
public final class MigrationException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** @param message a sentence for the user who runs the migration: the problem, and the objects concerned */
    MigrationException(String message) {
        super(message);
    }
}
