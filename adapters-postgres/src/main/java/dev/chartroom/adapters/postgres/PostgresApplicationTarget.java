package dev.chartroom.adapters.postgres;

import dev.chartroom.adapters.postgres.database.Database;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
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
    private static final int TRIES = 5;

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
        for (int tries = 1; tries <= TRIES; tries++) {
            StoredApplication existing = find(kind, name).orElse(null);
            if (existing != null
                    && !existing.metadata().uid().equals(copy.metadata().uid())) {
                swaps.remove(kind, existing.metadata());
                continue;
            }
            if (existing != null && isSame(existing.application(), copy)) {
                return existing;
            }
            OptionalLong revision =
                    existing == null ? swaps.create(kind, copy) : swaps.replace(kind, existing.metadata(), copy);
            if (revision.isPresent()) {
                return rows.object(kind, copy, revision.getAsLong());
            }
            // A concurrent write won.
        }
        throw conflict(kind, name);
    }

    @Override
    public boolean ownsStatus() {
        return true;
    }

    @Override
    public void remove(ApplicationKind kind, NamespacedName name) {
        for (int tries = 1; tries <= TRIES; tries++) {
            Optional<StoredApplication> existing = find(kind, name);
            if (existing.isEmpty()
                    || swaps.remove(kind, existing.get().metadata()).isPresent()) {
                return;
            }
        }
        throw conflict(kind, name);
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
