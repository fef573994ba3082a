package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.conversion.ProjectionOutcome;
import dev.chartroom.domain.conversion.RecordedIdentity;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.kubernetes.client.Answer;
import dev.chartroom.kubernetes.client.KubernetesHttp;
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
 * was made. Generation and status remain the release's own, because Flux uses them. A state that is older than the
 * recorded state changes nothing, so late writers do no harm. A state that is as new as the recorded state changes
 * nothing either, except in {@link #restoring} mode.
 */
public final class HelmReleaseTarget implements ReleaseTarget {
    private static final int TRIES = 5;
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
     * Returns a target for objects that remain in their store: the recorded state replaces changes by others to the
     * release.
     */
    public static HelmReleaseTarget restoring(KubernetesHttp http, JsonCodec codec) {
        return new HelmReleaseTarget(http, codec, true);
    }

    @Override
    public StoredApplication put(ApplicationKind kind, Application application) {
        NamespacedName name = application.metadata().namespacedName();
        for (int tries = 1; tries <= TRIES; tries++) {
            Optional<JsonObject> put = placed(kind, name, application)
                    .flatMap(release -> application.metadata().isTerminating() && !isTerminating(release)
                            ? deleted(kind, name, release)
                            : Optional.of(release));
            if (put.isPresent()) {
                return new ReleasedApplication(kind, put.get(), codec);
            }
            // Another write came first.
        }
        throw conflict(kind, name, ApiError.Conflict.MODIFIED);
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
        for (int tries = 1; tries <= TRIES; tries++) {
            Optional<JsonObject> live = find(kind, name).filter(isMeant);
            if (live.isEmpty() || cleared(kind, name, live.get()).isPresent()) {
                return;
            }
        }
        throw conflict(kind, name, ApiError.Conflict.MODIFIED);
    }

    /**
     * Removes the finalizers that the Application set and deletes the release.
     *
     * @return the last state of the release, which might no longer exist; empty if another write came first
     */
    private Optional<JsonObject> cleared(ApplicationKind kind, NamespacedName name, JsonObject live) {
        JsonObject released = ReleaseConverter.withoutFinalizers(kind, live);
        Optional<JsonObject> free = released.equals(live) ? Optional.of(live) : replaced(kind, name, released);
        return free.flatMap(release -> isTerminating(release) ? free : deleted(kind, name, release));
    }

    /** Deletes the release if it is still in the state that was read; otherwise returns empty. */
    private Optional<JsonObject> deleted(ApplicationKind kind, NamespacedName name, JsonObject release) {
        JsonObject options = DeleteOptions.toJson(release, new DeleteRequest("", resourceVersion(release), "", false));
        Answer answer = http.send("DELETE", ReleasePaths.of(kind, name), new Query(), codec.encode(options));
        // The answer is a Status if the deletion waits for nothing.
        return written(kind, name, answer).map(left -> left.has("metadata") && isTerminating(left) ? left : release);
    }

    private Optional<JsonObject> replaced(ApplicationKind kind, NamespacedName name, JsonObject next) {
        Query query = ReleaseQueries.write(AS_CHARTROOM);
        return written(kind, name, http.send("PUT", ReleasePaths.of(kind, name), query, codec.encode(next)));
    }

    private Optional<JsonObject> find(ApplicationKind kind, NamespacedName name) {
        Answer answer = http.get(ReleasePaths.of(kind, name), new Query());
        if (answer.isSuccess()) {
            return Optional.of(reader.object(answer.body()));
        }
        ApiException failure = new StatusTranslator(kind, name.name(), codec).exceptionOf(answer);
        if (isReleaseMissing(kind, failure)) {
            return Optional.empty();
        }
        throw failure;
    }

    /** Returns the release in the answer; empty if the release was no longer in the state that was read. */
    private Optional<JsonObject> written(ApplicationKind kind, NamespacedName name, Answer answer) {
        if (answer.isSuccess()) {
            return Optional.of(reader.object(answer.body()));
        }
        ApiException failure = new StatusTranslator(kind, name.name(), codec).exceptionOf(answer);
        if (failure.error() instanceof ApiError.Conflict
                || failure.error() instanceof ApiError.AlreadyExists
                || isReleaseMissing(kind, failure)) {
            return Optional.empty();
        }
        throw failure;
    }

    /**
     * Returns whether the release itself does not exist. An error about another object, such as the namespace, names
     * that object.
     */
    private static boolean isReleaseMissing(ApplicationKind kind, ApiException failure) {
        return failure.error() instanceof ApiError.NotFound missing
                && missing.resource().equals(kind.groupResource());
    }

    private static boolean isTerminating(JsonObject release) {
        return release.objectOrEmpty("metadata").has("deletionTimestamp");
    }

    private static String resourceVersion(JsonObject release) {
        return release.objectOrEmpty("metadata").stringOrEmpty("resourceVersion");
    }

    private static ApiException conflict(ApplicationKind kind, NamespacedName name, String message) {
        return new ApiException(new ApiError.Conflict(kind.groupResource(), name.name(), message));
    }
}
