package dev.chartroom.adapters.kubernetes.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.domain.admission.ParamKind;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.kubernetes.client.Reflector;
import dev.chartroom.ports.admission.PolicyParams.Params;
import dev.chartroom.ports.json.JsonCodec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One kind of parameters. Discovery of its resource runs in the background. Then the resource is watched until this
 * object is closed. Thread-safe.
 */
final class FollowedParamKind implements AutoCloseable {
    /** The pause before a retry of the discovery, if the cluster does not serve the kind. */
    private static final Duration FAILURE = Duration.ofSeconds(5);

    private final ParamKind kind;
    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private Discovery discovery = new Discovery();
    private @Nullable Reflector resource;
    private boolean closed;

    /** The result of discovery. */
    private sealed interface Result {
        record Served(Params params) implements Result {}

        record Missing(String message, Instant at) implements Result {}
    }

    private record Discovery(CompletableFuture<Result> result, BoundedWait<Result> boundedWait) {
        Discovery(CompletableFuture<Result> result) {
            this(result, new BoundedWait<>(result));
        }

        Discovery() {
            this(new CompletableFuture<>());
        }
    }

    private FollowedParamKind(ParamKind kind, KubernetesHttp http, JsonCodec codec, InstantSource clock) {
        this.kind = kind;
        this.http = http;
        this.codec = codec;
        this.clock = clock;
    }

    /** Begins the discovery and returns at once. */
    static FollowedParamKind start(ParamKind kind, KubernetesHttp http, JsonCodec codec, InstantSource clock) {
        FollowedParamKind started = new FollowedParamKind(kind, http, codec, clock);
        started.startDiscovery(started.discovery);
        return started;
    }

    /**
     * Returns the parameters; waits a moment for the discovery of their kind.
     *
     * @throws IllegalArgumentException if discovery has not found the kind, or has not ended in time
     */
    Params params() {
        Discovery latest = latest();
        if (!latest.boundedWait.await()) {
            throw new IllegalArgumentException("paramKind kind `" + kind + "` not yet synced to use for admission");
        }
        return switch (latest.result.join()) {
            case Result.Served(Params params) -> params;
            case Result.Missing missing -> throw new IllegalArgumentException(missing.message);
        };
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            if (resource != null) {
                resource.close();
            }
        } finally {
            lock.unlock();
        }
    }

    private Discovery latest() {
        lock.lock();
        try {
            if (!closed
                    && discovery.result.getNow(null) instanceof Result.Missing missing
                    && missing.at.plus(FAILURE).isBefore(clock.instant())) {
                discovery = new Discovery();
                startDiscovery(discovery);
            }
            return discovery;
        } finally {
            lock.unlock();
        }
    }

    private void startDiscovery(Discovery pending) {
        Thread.ofVirtual().name("discover " + kind).start(() -> pending.result.complete(findResource()));
    }

    private Result findResource() {
        try {
            String groupVersion = (kind.apiVersion().contains("/") ? "/apis/" : "/api/") + kind.apiVersion();
            return discovered(groupVersion).arrayOrEmpty("resources").objects().stream()
                    .filter(each -> each.stringOrEmpty("kind").equals(kind.kind()))
                    .filter(each -> !each.stringOrEmpty("name").contains("/"))
                    .findFirst()
                    .map(each -> follow(groupVersion + "/" + each.stringOrEmpty("name"), each.isTrue("namespaced")))
                    .orElseGet(() -> missing("failed to find resource referenced by paramKind: '" + kind + "'"));
        } catch (ApiException e) {
            return missing(Status.of(e.error()).message());
        } catch (RuntimeException e) {
            return missing(String.valueOf(e.getMessage()));
        }
    }

    /** Watches the resource, unless this object is closed. A watch that starts after the close would never end. */
    private Result follow(String path, boolean isNamespaced) {
        lock.lock();
        try {
            if (closed) {
                return missing("paramKind kind `" + kind + "` not known");
            }
            CompletableFuture<Boolean> loaded = new CompletableFuture<>();
            Reflector started = Reflector.start(http, codec, path, () -> loaded.complete(true));
            resource = started;
            return new Result.Served(new FollowedParams(kind, started, isNamespaced, new BoundedWait<>(loaded)));
        } finally {
            lock.unlock();
        }
    }

    private Result missing(String message) {
        return new Result.Missing(message, clock.instant());
    }

    private JsonObject discovered(String groupVersion) {
        KubernetesResponse response = http.get(groupVersion, new Query());
        return response.isSuccess() && codec.parse(response.body()) instanceof JsonObject resources
                ? resources
                : JsonObject.EMPTY;
    }
}
