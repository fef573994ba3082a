package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.retry.RetryOnConflict;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.ProjectionOutcome;
import dev.chartroom.domain.conversion.RecordedIdentity;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.release.ReleaseTarget;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.StoredApplication;
import dev.chartroom.ports.storage.WriteOptions;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Stores objects of other stores as HelmReleases. An annotation of a release records the object for which the release
 * was made. The release keeps its own generation and status, because Flux uses them. A state that is older than the
 * recorded state changes nothing, so late writers do no harm. A state that is as new as the recorded state changes
 * nothing either, except in {@link #restoring} mode.
 */
public final class HelmReleaseTarget implements ReleaseTarget {
    private static final RetryOnConflict ATTEMPTS = new RetryOnConflict(5);
    private static final WriteOptions AS_CHARTROOM = new WriteOptions(false, ReleaseConverter.FIELD_MANAGER);

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final ReleaseDecoder reader;
    private final boolean isRestoring;

    /** @param codec like that of {@link HelmReleaseStore} */
    public HelmReleaseTarget(KubernetesHttp http, JsonCodec codec) {
        this(http, codec, false);
    }

    private HelmReleaseTarget(KubernetesHttp http, JsonCodec codec, boolean isRestoring) {
        this.http = http;
        this.codec = codec;
        this.reader = new ReleaseDecoder(codec);
        this.isRestoring = isRestoring;
    }

    /**
     * Returns a target for objects that remain in their store. If others change a release, the target restores the
     * recorded state.
     */
    public static HelmReleaseTarget restoring(KubernetesHttp http, JsonCodec codec) {
        return new HelmReleaseTarget(http, codec, true);
    }

    @Override
    public StoredApplication put(ApplicationKind kind, Application application) {
        NamespacedName name = application.metadata().namespacedName();
        JsonObject put = ATTEMPTS.run(
                () -> placed(kind, name, application)
                        .flatMap(release -> application.metadata().isTerminating() && !isTerminating(release)
                                ? deleted(kind, name, release)
                                : Optional.of(release)),
                () -> conflict(kind, name, ApiError.Conflict.MODIFIED));
        return new ReleasedApplication(kind, put, codec);
    }

    /** Creates or updates the release; empty if another write came first. */
    private Optional<JsonObject> placed(ApplicationKind kind, NamespacedName name, Application application) {
        JsonObject live = find(kind, name).orElse(null);
        if (live == null) {
            return written(
                    kind,
                    name,
                    http.send(
                            "POST",
                            ReleasePaths.collection(name.namespace()),
                            ReleaseQueries.write(AS_CHARTROOM),
                            codec.encode(ProjectionOutcome.ofNew(kind, application))));
        }
        ProjectionOutcome outcome = isRestoring
                ? ProjectionOutcome.restored(kind, live, application)
                : ProjectionOutcome.of(kind, live, application);
        return switch (outcome) {
            case ProjectionOutcome.Written(JsonObject next) ->
                next.equals(live) ? Optional.of(live) : replaced(kind, name, next);
            case ProjectionOutcome.Left() -> Optional.of(live);
            case ProjectionOutcome.Late() -> throw conflict(kind, name, "a newer object with this name exists");
            case ProjectionOutcome.InTheWay() -> {
                if (cleared(kind, name, live)
                        .filter(HelmReleaseTarget::isTerminating)
                        .isPresent()) {
                    throw conflict(kind, name, "an earlier object with this name is still being deleted");
                }
                yield Optional.empty();
            }
            case ProjectionOutcome.Foreign() ->
                throw new ApiException(
                        new ApiError.AlreadyExists(kind.groupResource(), name.name(), isTerminating(live)));
        };
    }

    @Override
    public boolean ownsStatus() {
        return false;
    }

    @Override
    public void remove(ApplicationKind kind, NamespacedName name) {
        remove(
                kind,
                name,
                release ->
                        ReleaseConverter.isOf(kind, release) && ReleaseConverter.isLabelledWithItsName(kind, release));
    }

    @Override
    public void remove(ApplicationKind kind, NamespacedName name, String uid) {
        remove(
                kind,
                name,
                release -> ReleaseConverter.isOf(kind, release)
                        && RecordedIdentity.on(kind, release)
                                .filter(identity -> identity.uid().equals(uid))
                                .isPresent());
    }

    private void remove(ApplicationKind kind, NamespacedName name, Predicate<JsonObject> isMeant) {
        ATTEMPTS.runUntil(
                () -> {
                    Optional<JsonObject> live = find(kind, name).filter(isMeant);
                    return live.isEmpty() || cleared(kind, name, live.get()).isPresent();
                },
                () -> conflict(kind, name, ApiError.Conflict.MODIFIED));
    }

    /**
     * Removes the Application's finalizers from the release, and deletes the release.
     *
     * @return the last state of the release, even if the release no longer exists; empty if another write came first
     */
    private Optional<JsonObject> cleared(ApplicationKind kind, NamespacedName name, JsonObject live) {
        JsonObject released = ReleaseConverter.withoutFinalizers(kind, live);
        Optional<JsonObject> free = released.equals(live) ? Optional.of(live) : replaced(kind, name, released);
        return free.flatMap(release -> isTerminating(release) ? free : deleted(kind, name, release));
    }

    /**
     * Deletes the release if it is still in the state that was read; otherwise returns empty. If the kind retains
     * resources, suspends the release first.
     */
    private Optional<JsonObject> deleted(ApplicationKind kind, NamespacedName name, JsonObject release) {
        JsonObject kept = kind.deletion().retains() ? ReleaseConverter.suspended(release) : release;
        Optional<JsonObject> ready = kept.equals(release) ? Optional.of(release) : replaced(kind, name, kept);
        return ready.flatMap(state -> deletedAsRead(kind, name, state));
    }

    private Optional<JsonObject> deletedAsRead(ApplicationKind kind, NamespacedName name, JsonObject release) {
        JsonObject options = DeleteOptions.toJson(release, new DeleteRequest("", "", "", false));
        KubernetesResponse response =
                http.send("DELETE", ReleasePaths.of(kind, name), new Query(), codec.encode(options));
        // The answer is a Status if nothing delays the deletion.
        return written(kind, name, response).map(left -> left.has("metadata") && isTerminating(left) ? left : release);
    }

    private Optional<JsonObject> replaced(ApplicationKind kind, NamespacedName name, JsonObject next) {
        Query query = ReleaseQueries.write(AS_CHARTROOM);
        return written(kind, name, http.send("PUT", ReleasePaths.of(kind, name), query, codec.encode(next)));
    }

    private Optional<JsonObject> find(ApplicationKind kind, NamespacedName name) {
        return new StatusTranslator(kind, name.name(), codec)
                .found(http.get(ReleasePaths.of(kind, name), new Query()))
                .map(found -> reader.object(found.body()));
    }

    /** Returns the release in the answer; empty if the release was no longer in the state that was read. */
    private Optional<JsonObject> written(ApplicationKind kind, NamespacedName name, KubernetesResponse response) {
        if (response.isSuccess()) {
            return Optional.of(reader.object(response.body()));
        }
        StatusTranslator translator = new StatusTranslator(kind, name.name(), codec);
        ApiException failure = translator.exceptionOf(response);
        if (failure.error() instanceof ApiError.Conflict
                || failure.error() instanceof ApiError.AlreadyExists
                || translator.isReleaseMissing(failure)) {
            return Optional.empty();
        }
        throw failure;
    }

    private static boolean isTerminating(JsonObject release) {
        return release.objectOrEmpty("metadata").has("deletionTimestamp");
    }

    private static ApiException conflict(ApplicationKind kind, NamespacedName name, String message) {
        return new ApiException(new ApiError.Conflict(kind.groupResource(), name.name(), message));
    }
}
