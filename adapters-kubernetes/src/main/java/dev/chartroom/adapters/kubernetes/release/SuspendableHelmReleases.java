package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.core.retry.RetryOnConflict;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.release.SuspendableReleases;
import dev.chartroom.ports.storage.WriteOptions;
import java.util.Optional;

/** Suspends and resumes HelmReleases: one read, and one write if the state changes. */
public final class SuspendableHelmReleases implements SuspendableReleases {
    /** Flux may update the status of the release at any time. */
    private static final RetryOnConflict ATTEMPTS = new RetryOnConflict(20);

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final ReleaseDecoder reader;

    /** @param codec like that of {@link HelmReleaseStore} */
    public SuspendableHelmReleases(KubernetesHttp http, JsonCodec codec) {
        this.http = http;
        this.codec = codec;
        this.reader = new ReleaseDecoder(codec);
    }

    @Override
    public JsonObject setSuspended(ApplicationKind kind, NamespacedName name, boolean suspended, boolean dryRun) {
        return ATTEMPTS.run(attempt -> {
            JsonObject live = find(kind, name);
            if (ReleaseConverter.isSuspended(live) == suspended) {
                return Optional.of(live);
            }
            if (suspended && live.objectOrEmpty("metadata").has("deletionTimestamp")) {
                throw new ApiException(new ApiError.Conflict(
                        kind.groupResource(),
                        name.name(),
                        "the object is being deleted; Flux would not uninstall a suspended release"));
            }
            JsonObject next = suspended ? ReleaseConverter.suspended(live) : ReleaseConverter.resumed(live);
            return attempt.write(() -> replaced(kind, name, next, dryRun));
        });
    }

    private JsonObject find(ApplicationKind kind, NamespacedName name) {
        KubernetesResponse response = http.get(ReleasePaths.of(kind, name), new Query());
        ServerCapacity.current().ifPresent(share -> share.acquireTurn(response.body().length));
        return new StatusTranslator(kind, name.name(), codec)
                .found(response)
                .map(found -> reader.object(found.body()))
                .filter(release -> ReleaseConverter.isLabelledWithItsName(kind, release))
                .orElseThrow(() -> new ApiException(new ApiError.NotFound(kind.groupResource(), name.name())));
    }

    private JsonObject replaced(ApplicationKind kind, NamespacedName name, JsonObject release, boolean dryRun) {
        WriteOptions options = new WriteOptions(dryRun, ReleaseConverter.FIELD_MANAGER);
        KubernetesResponse response =
                http.send("PUT", ReleasePaths.of(kind, name), ReleaseQueries.write(options), codec.encode(release));
        if (!response.isSuccess()) {
            throw new StatusTranslator(kind, name.name(), codec).exceptionOf(response);
        }
        return reader.object(response.body());
    }
}
