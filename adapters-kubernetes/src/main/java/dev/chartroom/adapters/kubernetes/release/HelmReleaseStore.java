package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.core.retry.RetryOnConflict;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.storage.ApplicationPage;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteOutcome;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WatchRequest;
import dev.chartroom.ports.storage.WatchStream;
import dev.chartroom.ports.storage.WriteOptions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Stores Applications as Flux HelmReleases on a Kubernetes API server. Each operation except a delete is at most one
 * request. A delete first reads the release, to check that the release belongs to the Application and can be deleted.
 * Resource versions, paging, selection and watches are those of the API server.
 */
public final class HelmReleaseStore implements ApplicationStore {
    /**
     * For a change between the read and the delete. Flux may update the status of the release at any time. Admission is
     * repeated outside of the store, by its caller.
     */
    private static final RetryOnConflict DELETE_ATTEMPTS = new RetryOnConflict(20);

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final ReleaseDecoder reader;
    private final RecentReleases recents;

    /** Creates a store that does not cache recent releases. */
    public HelmReleaseStore(KubernetesHttp http, JsonCodec codec) {
        this(http, codec, new RecentReleases(0));
    }

    /**
     * @param codec must accept deeper nesting than clients may send. A release contains the clients' values one level
     *     deeper, and its managed fields are nested even deeper
     * @param recents records the writes of this store, and can also contain the writes of other clients
     */
    public HelmReleaseStore(KubernetesHttp http, JsonCodec codec, RecentReleases recents) {
        this.recents = recents;
        this.http = http;
        this.codec = codec;
        this.reader = new ReleaseDecoder(codec);
    }

    @Override
    public StoredApplication create(ApplicationKind kind, Application application, WriteOptions options) {
        NamespacedName name = application.metadata().namespacedName();
        JsonObject release = ReleaseConverter.newRelease(kind, application);
        KubernetesResponse response = http.send(
                "POST",
                ReleasePaths.collection(name.namespace()),
                ReleaseQueries.write(options),
                codec.encode(release));
        return written(kind, name, response, options);
    }

    @Override
    public ServedApplication get(ApplicationKind kind, NamespacedName name, String resourceVersion) {
        return read(kind, name, resourceVersion)
                .orElseThrow(() -> notFound(kind, name))
                .served();
    }

    @Override
    public Optional<StoredApplication> find(ApplicationKind kind, NamespacedName name) {
        return read(kind, name, "").map(StoredApplication.class::cast);
    }

    @Override
    public Optional<StoredApplication> recent(ApplicationKind kind, NamespacedName name) {
        byte[] json =
                recents.find(new NamespacedName(name.namespace(), kind.release().releaseName(name.name())));
        if (json == null) {
            return Optional.empty();
        }
        ServerCapacity.current().ifPresent(share -> share.take(json.length));
        JsonObject read = reader.object(json);
        JsonObject release = read.object("object").orElse(read);
        return ReleaseConverter.isOf(kind, release)
                ? Optional.of(new ReleasedApplication(kind, release, codec))
                : Optional.empty();
    }

    @Override
    public ApplicationPage list(ApplicationKind kind, ListRequest request) {
        KubernetesResponse response =
                http.get(ReleasePaths.collection(request.namespace()), ReleaseQueries.list(kind, request));
        if (!response.isSuccess()) {
            throw new StatusTranslator(kind, "", codec).exceptionOf(response);
        }
        return reader.page(kind, response.body());
    }

    @Override
    public StoredApplication update(
            ApplicationKind kind, StoredApplication current, Application next, WriteOptions options) {
        NamespacedName name = current.metadata().namespacedName();
        if (!(current instanceof ReleasedApplication released)) {
            // The object was read from another store, before its kind moved to this store.
            throw new ApiException(
                    new ApiError.Conflict(kind.groupResource(), name.name(), ApiError.Conflict.MODIFIED));
        }
        if (!next.status().equals(current.application().status())) {
            throw new ApiException(new ApiError.Invalid(
                    kind.gvk().groupKind(),
                    name.name(),
                    List.of(FieldError.forbidden("status", "only Flux writes the status of a HelmRelease"))));
        }
        JsonObject updated = ReleaseConverter.updatedRelease(kind, released.basis(), next);
        if (updated.equals(released.release())) {
            return current;
        }
        KubernetesResponse response =
                http.send("PUT", ReleasePaths.of(kind, name), ReleaseQueries.write(options), codec.encode(updated));
        return written(kind, name, response, options);
    }

    @Override
    public DeleteOutcome delete(ApplicationKind kind, NamespacedName name, DeleteRequest request) {
        AtomicReference<@Nullable ReleasedApplication> suspended = new AtomicReference<>();
        return DELETE_ATTEMPTS.run(attempt -> {
            ReleasedApplication found = read(kind, name, "")
                    .filter(live -> ReleaseConverter.isLabelledWithItsName(kind, live.release()))
                    .orElseThrow(() -> notFound(kind, name));
            ReleasedApplication own = suspended.get();
            // The client's resource version held before the release was suspended. Since then, at most Flux wrote.
            DeleteRequest current = own != null && found.hasSpecOf(own) ? request.withoutResourceVersion() : request;
            // If another write comes first, the next attempt checks the request again.
            current.check(kind, found);
            return attempt.write(() -> {
                ReleasedApplication last = retained(kind, name, found, current);
                if (last != found) {
                    suspended.set(last);
                }
                return deleted(kind, name, last, current);
            });
        });
    }

    /**
     * Suspends the release that was read, if its kind retains resources: Flux deletes a suspended release without an
     * uninstall. If the server ends before the delete, the release stays suspended, and the next delete continues. A
     * release that is being deleted is not changed, because Flux may already have removed a part of its resources.
     *
     * <p>The same write removes the finalizers that the delete would remove. Otherwise the kube-apiserver would compare
     * the client's resource version with that of the suspended release, and the delete would fail each time.
     *
     * @throws ApiException Conflict if another write came first
     */
    private ReleasedApplication retained(
            ApplicationKind kind, NamespacedName name, ReleasedApplication found, DeleteRequest request) {
        JsonObject live = found.release();
        if (!kind.deletion().retains()
                || found.metadata().isTerminating()
                || found.suspendedRelease().isPresent()) {
            return found;
        }
        WriteOptions options = new WriteOptions(request.dryRun(), ReleaseConverter.FIELD_MANAGER);
        KubernetesResponse response = http.send(
                "PUT",
                ReleasePaths.of(kind, name),
                ReleaseQueries.write(options),
                codec.encode(
                        request.dryRun()
                                ? ReleaseConverter.suspended(live)
                                : DeleteOptions.withoutRemovedFinalizers(ReleaseConverter.suspended(live), request)));
        return written(kind, name, response, options);
    }

    /** Deletes the release that was read. Throws Conflict if another write came first. */
    private DeleteOutcome deleted(
            ApplicationKind kind, NamespacedName name, ReleasedApplication found, DeleteRequest request) {
        KubernetesResponse response = http.send(
                "DELETE",
                ReleasePaths.of(kind, name),
                new Query(),
                codec.encode(DeleteOptions.toJson(found.release(), request)));
        if (!response.isSuccess()) {
            throw new StatusTranslator(kind, name.name(), codec).exceptionOf(response);
        }
        recents.remove(found.release());
        return outcome(kind, found, reader.object(response.body()));
    }

    @Override
    public WatchStream watch(ApplicationKind kind, WatchRequest request) {
        return HelmReleaseWatch.start(
                http.open(
                        ReleasePaths.collection(request.namespace()),
                        ReleaseQueries.watch(kind, request),
                        new StatusTranslator(kind, "", codec)::exceptionOf),
                new WatchEventReader(kind, codec)::read);
    }

    /** Reads the release of an object; empty if there is none, or if it belongs to an object of another kind. */
    private Optional<ReleasedApplication> read(ApplicationKind kind, NamespacedName name, String resourceVersion) {
        KubernetesResponse response =
                http.get(ReleasePaths.of(kind, name), new Query().with("resourceVersion", resourceVersion));
        ServerCapacity.current().ifPresent(share -> share.acquireTurn(response.body().length));
        return new StatusTranslator(kind, name.name(), codec)
                .found(response)
                .map(found -> new ReleasedApplication(kind, reader.object(found.body()), codec))
                .filter(found -> ReleaseConverter.isOf(kind, found.release()));
    }

    private ReleasedApplication written(
            ApplicationKind kind, NamespacedName name, KubernetesResponse response, WriteOptions options) {
        JsonObject release = release(kind, name, response);
        JsonObject metadata = release.objectOrEmpty("metadata");
        boolean isGone = metadata.has("deletionTimestamp")
                && metadata.arrayOrEmpty("finalizers").isEmpty();
        if (isGone && !options.dryRun()) {
            recents.remove(release);
        }
        if (isGone || options.dryRun()) {
            // The answer contains the new state, but the resource version of the previous state.
            return new ReleasedApplication(kind, release, codec);
        }
        ServedApplication known = recents.findServed(kind, release);
        ReleasedApplication written = new ReleasedApplication(kind, release, codec, known);
        recents.put(release, response.body());
        if (known == null) {
            recents.putServed(kind, release, response.body().length, written::served);
        }
        return written;
    }

    private JsonObject release(ApplicationKind kind, NamespacedName name, KubernetesResponse response) {
        if (!response.isSuccess()) {
            throw new StatusTranslator(kind, name.name(), codec).exceptionOf(response);
        }
        return reader.object(response.body());
    }

    private DeleteOutcome outcome(ApplicationKind kind, StoredApplication found, JsonObject response) {
        // The kube-apiserver answers a dry run with an empty object if nothing would delay the deletion.
        if (response.stringOrEmpty("kind").equals("Status") || !response.has("metadata")) {
            return new DeleteOutcome.Deleted(found);
        }
        StoredApplication last = new ReleasedApplication(kind, response, codec);
        return last.metadata().isTerminating() ? new DeleteOutcome.Terminating(last) : new DeleteOutcome.Deleted(last);
    }

    private static ApiException notFound(ApplicationKind kind, NamespacedName name) {
        return new ApiException(new ApiError.NotFound(kind.groupResource(), name.name()));
    }
}
