package dev.chartroom.adapters.memory;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.ProjectionOutcome;
import dev.chartroom.domain.conversion.RecordedIdentity;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.release.ReleaseDirectory;
import dev.chartroom.ports.release.ReleaseTarget;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.TextCodec;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/** Releases as in a kube-apiserver. A test can have some rejected. Watches receive them as applications. */
final class ReleasesInMemory implements ReleaseDirectory, ReleaseTarget {
    private final ApplicationKind kind;
    private final MemoryApplicationStore shown =
            new MemoryApplicationStore(new TextCodec(), PendingChanges.ofHeap(), Clock.systemUTC());
    private final SortedMap<NamespacedName, JsonObject> releases = new TreeMap<>();
    private final List<String> writes = new ArrayList<>();
    private final Set<String> refused = new HashSet<>();
    private UnaryOperator<JsonObject> kept = UnaryOperator.identity();
    private long version = 1;

    ReleasesInMemory(ApplicationKind kind) {
        this.kind = kind;
    }

    ApplicationStore watched() {
        return shown;
    }

    /** Returns all writes in their order. */
    synchronized List<String> writes() {
        return List.copyOf(writes);
    }

    synchronized void refuse(String name) {
        refused.add(name);
    }

    synchronized void allow(String name) {
        refused.remove(name);
    }

    /** Sets a change that is applied to each written release. */
    synchronized void keep(UnaryOperator<JsonObject> what) {
        kept = what;
    }

    synchronized Optional<JsonObject> release(NamespacedName name) {
        return Optional.ofNullable(releases.get(name));
    }

    /** Creates or changes a release as another client, or sets its status as Flux. */
    synchronized void edit(NamespacedName name, UnaryOperator<JsonObject> change) {
        store(name, change.apply(releases.getOrDefault(name, JsonObject.EMPTY)));
    }

    /** Deletes a release at once, as another client. */
    synchronized void delete(NamespacedName name) {
        releases.remove(name);
        shown.remove(kind, name);
    }

    @Override
    public synchronized StoredApplication put(ApplicationKind ofKind, Application application) {
        NamespacedName name = application.metadata().namespacedName();
        if (refused.contains(name.name())) {
            throw new ApiException(new ApiError.Invalid(kind.gvk().groupKind(), name.name(), List.of()));
        }
        JsonObject live = releases.get(name);
        JsonObject next = live == null
                ? ProjectionOutcome.ofNew(kind, application)
                : switch (ProjectionOutcome.restored(kind, live, application)) {
                    case ProjectionOutcome.Written(JsonObject release) -> release;
                    case ProjectionOutcome.Left _ -> live;
                    case ProjectionOutcome.InTheWay _ -> null;
                    case ProjectionOutcome.Late _ -> throw conflict(name);
                    case ProjectionOutcome.Foreign _ ->
                        throw new ApiException(new ApiError.AlreadyExists(kind.groupResource(), name.name(), false));
                };
        if (next == null) {
            delete(name);
            throw conflict(name);
        }
        boolean isDeleted = application.metadata().isTerminating()
                && !next.objectOrEmpty("metadata").has("deletionTimestamp");
        if (isDeleted) {
            next = next.with(
                    "metadata",
                    next.objectOrEmpty("metadata").toBuilder()
                            .put("deletionTimestamp", "2026-01-02T03:04:05Z")
                            .build());
        }
        if (!next.equals(live)) {
            writes.add((isDeleted ? "delete " : live == null ? "create " : "update ") + name.name());
            store(name, next);
        }
        JsonObject stored = Objects.requireNonNull(releases.get(name));
        return new StoredApplication(kind, ReleaseConverter.toApplication(kind, stored), new TextCodec());
    }

    private ApiException conflict(NamespacedName name) {
        return new ApiException(new ApiError.Conflict(kind.groupResource(), name.name(), ApiError.Conflict.MODIFIED));
    }

    @Override
    public synchronized void remove(ApplicationKind ofKind, NamespacedName name, String uid) {
        boolean isIts = release(name)
                .flatMap(release -> RecordedIdentity.on(kind, release))
                .filter(identity -> identity.uid().equals(uid))
                .isPresent();
        if (isIts) {
            writes.add("remove " + name.name());
            delete(name);
        }
    }

    @Override
    public boolean ownsStatus() {
        return false;
    }

    @Override
    public void remove(ApplicationKind ofKind, NamespacedName name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void forEach(ApplicationKind ofKind, BiConsumer<NamespacedName, JsonObject> release) {
        SortedMap<NamespacedName, JsonObject> now;
        synchronized (this) {
            now = new TreeMap<>(releases);
        }
        now.forEach(release);
    }

    @Override
    public Optional<JsonObject> find(ApplicationKind ofKind, NamespacedName name) {
        return release(name);
    }

    @Override
    public JsonObject replace(ApplicationKind ofKind, NamespacedName name, JsonObject release) {
        throw new UnsupportedOperationException();
    }

    private void store(NamespacedName name, JsonObject written) {
        JsonObject before = releases.getOrDefault(name, JsonObject.EMPTY);
        JsonObject release = kept.apply(written);
        if (release.equals(before)) {
            return;
        }
        JsonObject metadata = release.objectOrEmpty("metadata");
        boolean isSameSpec = Objects.equals(before.get("spec"), release.get("spec"));
        long generation = before.objectOrEmpty("metadata").get("generation") instanceof JsonNumber number
                ? number.asLong().orElseThrow()
                : 0;
        version++;
        JsonObject stored = release.with(
                "metadata",
                metadata.toBuilder()
                        .put("uid", metadata.string("uid").orElse("release-" + version))
                        .put("resourceVersion", Long.toString(version))
                        .put("generation", isSameSpec ? generation : generation + 1)
                        .build());
        releases.put(name, stored);
        shown.put(kind, ReleaseConverter.toApplication(kind, stored));
    }
}
