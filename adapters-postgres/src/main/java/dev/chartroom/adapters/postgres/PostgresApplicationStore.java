package dev.chartroom.adapters.postgres;

import dev.chartroom.adapters.postgres.database.Database;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.apimachinery.watch.WatchEvent;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.core.retry.RetryOnConflict;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.application.ObjectLifecycle;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ContinueToken;
import dev.chartroom.ports.storage.DeleteOutcome;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ResourceVersions;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import dev.chartroom.ports.storage.WriteOptions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Stores Applications in PostgreSQL with optimistic concurrency: each read and each write is one statement. Resource
 * versions are revisions: one sequence for the database, in commit order. If the connection breaks during a write, the
 * store reads the object to find out whether the write was done.
 */
final class PostgresApplicationStore implements ApplicationStore {
    private static final RetryOnConflict ATTEMPTS = new RetryOnConflict(5);

    private final Database database;
    private final Revisions revisions;
    private final Clock clock;
    private final Duration patience;
    private final RowReader rows;
    private final PageReader pages;
    private final CompareAndSwap swaps;

    /** @param patience how long a read waits for a revision that the database has not reached */
    PostgresApplicationStore(Database database, Revisions revisions, JsonCodec codec, Clock clock, Duration patience) {
        this.database = database;
        this.revisions = revisions;
        this.clock = clock;
        this.patience = patience;
        this.rows = new RowReader(codec);
        this.pages = new PageReader(database, rows, true);
        this.swaps = new CompareAndSwap(database, rows, revisions);
    }

    @Override
    public StoredApplication create(ApplicationKind kind, Application application, WriteOptions options) {
        Application created =
                ObjectLifecycle.created(application, UUID.randomUUID().toString(), clock.instant());
        return ATTEMPTS.run(
                () -> inserted(kind, created, options.dryRun()),
                () -> new ApiException(ApiError.serverTimeout(kind.groupResource(), "create")));
    }

    /** Stores a new object; empty if another object had the name but was deleted meanwhile. */
    private Optional<StoredApplication> inserted(ApplicationKind kind, Application created, boolean dryRun) {
        OptionalLong revision = dryRun ? OptionalLong.empty() : swaps.create(kind, created);
        if (revision.isPresent()) {
            return Optional.of(rows.object(kind, created, revision.getAsLong()));
        }
        NamespacedName name = created.metadata().namespacedName();
        Optional<StoredApplication> existing = find(kind, name);
        if (existing.isPresent()) {
            throw new ApiException(new ApiError.AlreadyExists(
                    kind.groupResource(),
                    name.name(),
                    existing.get().metadata().isTerminating(),
                    !created.metadata().generateName().isEmpty()));
        }
        return dryRun ? Optional.of(rows.object(kind, created)) : Optional.empty();
    }

    @Override
    public ServedApplication get(ApplicationKind kind, NamespacedName name, String resourceVersion) {
        awaitVersion(kind, resourceVersion);
        return current(kind, name).served();
    }

    @Override
    public Optional<StoredApplication> find(ApplicationKind kind, NamespacedName name) {
        return database.read(kind, session -> session.objects().find(kind, name))
                .map(row -> {
                    ServerCapacity.current().ifPresent(share -> share.take(row.object().length));
                    return rows.object(kind, row);
                });
    }

    @Override
    public ApplicationPage list(ApplicationKind kind, ListRequest request) {
        ContinueToken token = request.continueToken().isEmpty() ? null : rows.token(request.continueToken());
        if (token != null && !token.isLatest()) {
            awaitVersion(kind, token.version().toString());
            return pages.page(kind, request, token, token.resourceVersion(), token::expired);
        }
        awaitVersion(kind, request.resourceVersion());
        long state = token == null && request.isExact()
                ? ResourceVersions.requested(request.resourceVersion()).number()
                : Long.MAX_VALUE;
        return pages.page(kind, request, token, state, ResourceVersions::listExpired);
    }

    @Override
    public StoredApplication update(
            ApplicationKind kind, StoredApplication current, Application next, WriteOptions options) {
        NamespacedName name = current.metadata().namespacedName();
        if (!(current instanceof RowApplication)) {
            throw conflict(kind, name);
        }
        Application live = current.application();
        Application after = ObjectLifecycle.updated(live, next);
        if (options.dryRun() || after.equals(live)) {
            unchanged(kind, current);
            return after.equals(live) ? current : rows.object(kind, after);
        }
        OptionalLong revision = ObjectLifecycle.isOver(after)
                ? swaps.remove(kind, current.metadata())
                : swaps.replace(kind, current.metadata(), after);
        if (revision.isEmpty()) {
            unchanged(kind, current);
            throw conflict(kind, name);
        }
        return ObjectLifecycle.isOver(after)
                ? rows.object(kind, after)
                : rows.object(kind, after, revision.getAsLong());
    }

    private void unchanged(ApplicationKind kind, StoredApplication known) {
        NamespacedName name = known.metadata().namespacedName();
        if (!current(kind, name)
                .metadata()
                .resourceVersion()
                .equals(known.metadata().resourceVersion())) {
            throw conflict(kind, name);
        }
    }

    private static ApiException conflict(ApplicationKind kind, NamespacedName name) {
        return new ApiException(new ApiError.Conflict(kind.groupResource(), name.name(), ApiError.Conflict.MODIFIED));
    }

    @Override
    public DeleteOutcome delete(ApplicationKind kind, NamespacedName name, DeleteRequest request) {
        return ATTEMPTS.run(
                () -> deleted(kind, name, request),
                () -> new ApiException(ApiError.serverTimeout(kind.groupResource(), "delete")));
    }

    /** Deletes the object, or marks it for deletion; empty if a concurrent write won. */
    private Optional<DeleteOutcome> deleted(ApplicationKind kind, NamespacedName name, DeleteRequest request) {
        // Each attempt checks the request again.
        StoredApplication live = current(kind, name);
        request.check(kind, live);
        Optional<Application> marked =
                ObjectLifecycle.terminating(live.application(), request.propagationPolicy(), clock.instant());
        return request.dryRun()
                ? Optional.of(marked.<DeleteOutcome>map(left -> new DeleteOutcome.Terminating(rows.object(kind, left)))
                        .orElseGet(() -> new DeleteOutcome.Deleted(live)))
                : marked.map(left -> marked(kind, live, left)).orElseGet(() -> removed(kind, live));
    }

    /** Removes the object; empty if a concurrent write won. */
    private Optional<DeleteOutcome> removed(ApplicationKind kind, StoredApplication live) {
        return swaps.remove(kind, live.metadata()).isPresent()
                ? Optional.of(new DeleteOutcome.Deleted(live))
                : Optional.empty();
    }

    /** Marks the object for deletion; empty if a concurrent write won. */
    private Optional<DeleteOutcome> marked(ApplicationKind kind, StoredApplication live, Application left) {
        if (left.equals(live.application())) {
            return Optional.of(new DeleteOutcome.Terminating(live));
        }
        OptionalLong revision = swaps.replace(kind, live.metadata(), left);
        return revision.isPresent()
                ? Optional.of(new DeleteOutcome.Terminating(rows.object(kind, left, revision.getAsLong())))
                : Optional.empty();
    }

    @Override
    public WatchStream watch(ApplicationKind kind, WatchRequest request) {
        String from = request.resourceVersion();
        ResourceVersion start = ResourceVersions.requested(from);
        try {
            if (request.hasInitialEvents()) {
                awaitVersion(kind, from);
                ApplicationPage existing =
                        pages.page(kind, request.existing(), null, Long.MAX_VALUE, ResourceVersions::listExpired);
                return watch(kind, request, existing.version(), existing(existing, request));
            }
            return watch(
                    kind,
                    request,
                    request.isFromAnyState()
                            ? new ResourceVersion(database.read(
                                    kind, session -> session.history().latest()))
                            : start,
                    List.of());
        } catch (ApiException e) {
            if (Status.of(e.error()).reason() != StatusReason.TIMEOUT) {
                throw e;
            }
            // The request is valid, so the response begins and the error is an event of the watch (wire contract D42).
            return watch(kind, request, start, List.of(new WatchEvent.Failed<>(e.error())));
        }
    }

    private static List<WatchEvent<ServedApplication>> existing(ApplicationPage page, WatchRequest request) {
        List<WatchEvent<ServedApplication>> events = new ArrayList<>();
        page.items().forEach(object -> events.add(new WatchEvent.Added<>(object)));
        if (request.bookmarks()) {
            events.add(new WatchEvent.Bookmark<>(page.resourceVersion(), true));
        }
        return events;
    }

    private WatchStream watch(
            ApplicationKind kind,
            WatchRequest request,
            ResourceVersion start,
            List<WatchEvent<ServedApplication>> existing) {
        return new PostgresWatch(
                new ChangeReader(database, rows, List.of(kind)),
                revisions,
                request.selection(),
                start,
                existing,
                request.bookmarks(),
                request.timeout(),
                clock);
    }

    /** Waits until the database reaches a resource version (wire contract D19). */
    private void awaitVersion(ApplicationKind kind, String resourceVersion) {
        long wanted = ResourceVersions.requested(resourceVersion).number();
        if (wanted <= revisions.latest()) {
            return;
        }
        // Notifications may lag behind the database.
        long latest = database.read(kind, session -> session.history().latest());
        revisions.advanceTo(latest);
        try {
            if (wanted > latest && revisions.awaitBeyond(wanted - 1, patience, () -> false) < wanted) {
                throw new ApiException(
                        ApiError.resourceVersionTooLarge(resourceVersion, Long.toString(revisions.latest())));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new ApiException(ApiError.unavailable("interrupted"));
        }
    }
}
