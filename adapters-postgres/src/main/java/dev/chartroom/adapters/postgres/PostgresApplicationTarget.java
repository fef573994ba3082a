package dev.chartroom.adapters.postgres;

import dev.chartroom.adapters.postgres.database.Database;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.retry.RetryOnConflict;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationTarget;
import dev.chartroom.ports.storage.StoredApplication;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Copies objects of other stores into the database: reads the existing object, then writes with optimistic concurrency.
 */
final class PostgresApplicationTarget implements ApplicationTarget {
    private static final RetryOnConflict ATTEMPTS = new RetryOnConflict(5);

    private final Database database;
    private final RowReader rows;
    private final CompareAndSwap swaps;

    PostgresApplicationTarget(Database database, Revisions revisions, RowReader rows) {
        this.database = database;
        this.rows = rows;
        this.swaps = new CompareAndSwap(database, rows, revisions);
    }

    @Override
    public StoredApplication put(ApplicationKind kind, Application application) {
        Application copy = application.withGvk(kind.gvk());
        NamespacedName name = copy.metadata().namespacedName();
        return ATTEMPTS.run(() -> placed(kind, name, copy), () -> conflict(kind, name));
    }

    /**
     * Creates or replaces the object; empty if a concurrent write won, or if an earlier object with the same name had
     * to be removed first.
     */
    private Optional<StoredApplication> placed(ApplicationKind kind, NamespacedName name, Application copy) {
        StoredApplication existing = find(kind, name).orElse(null);
        if (existing != null
                && !existing.metadata().uid().equals(copy.metadata().uid())) {
            swaps.remove(kind, existing.metadata());
            return Optional.empty();
        }
        if (existing != null && isSame(existing.application(), copy)) {
            return Optional.of(existing);
        }
        OptionalLong revision =
                existing == null ? swaps.create(kind, copy) : swaps.replace(kind, existing.metadata(), copy);
        return revision.isPresent() ? Optional.of(rows.object(kind, copy, revision.getAsLong())) : Optional.empty();
    }

    @Override
    public boolean ownsStatus() {
        return true;
    }

    @Override
    public void remove(ApplicationKind kind, NamespacedName name) {
        ATTEMPTS.runUntil(
                () -> {
                    Optional<StoredApplication> existing = find(kind, name);
                    return existing.isEmpty()
                            || swaps.remove(kind, existing.get().metadata()).isPresent();
                },
                () -> conflict(kind, name));
    }

    /** Compares all but the resource version, which each store assigns. */
    private static boolean isSame(Application existing, Application copy) {
        return existing.equals(copy.withMetadata(copy.metadata().toBuilder()
                .resourceVersion(existing.metadata().resourceVersion())
                .build()));
    }

    private Optional<StoredApplication> find(ApplicationKind kind, NamespacedName name) {
        return database.read(kind, session -> session.objects().find(kind, name))
                .map(row -> rows.object(kind, row));
    }

    private static ApiException conflict(ApplicationKind kind, NamespacedName name) {
        return new ApiException(new ApiError.Conflict(kind.groupResource(), name.name(), ApiError.Conflict.MODIFIED));
    }
}
