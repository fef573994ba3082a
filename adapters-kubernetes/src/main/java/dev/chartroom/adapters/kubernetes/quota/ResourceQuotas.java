package dev.chartroom.adapters.kubernetes.quota;

import dev.chartroom.adapters.kubernetes.client.Answer;
import dev.chartroom.adapters.kubernetes.client.KubernetesHttp;
import dev.chartroom.adapters.kubernetes.client.LineStream;
import dev.chartroom.adapters.kubernetes.client.Query;
import dev.chartroom.adapters.kubernetes.client.RemoteStatus;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.json.JsonCodec;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which ResourceQuotas there are, kept up to date by a watch: so that a namespace without any costs a write nothing. What
 * they say is looked up when it counts. While the API server cannot be reached the last known state holds. Thread-safe.
 *
 * <p>Not an informer of client-java: its untyped one fails on what lists of core kinds leave out, and its typed one on
 * fields of newer servers.
 */
public final class ResourceQuotas implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ResourceQuotas.class.getName());
    private static final String PATH = "/api/v1/resourcequotas";
    private static final String WATCH_SECONDS = "300";
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final Thread follower;
    private volatile Map<String, Map<String, Set<String>>> byNamespace = new ConcurrentHashMap<>();
    private volatile boolean loaded;
    private volatile boolean closed;
    private volatile @Nullable LineStream stream;

    private ResourceQuotas(KubernetesHttp http, JsonCodec codec) {
        this.http = http;
        this.codec = codec;
        this.follower = Thread.ofVirtual().name("resource-quotas").unstarted(this::follow);
    }

    /** Follows them in the background. */
    public static ResourceQuotas start(KubernetesHttp http, JsonCodec codec) {
        ResourceQuotas started = new ResourceQuotas(http, codec);
        started.follower.start();
        return started;
    }

    /** Whether it is known which there are. For readiness. */
    public boolean isLoaded() {
        return loaded;
    }

    /** The names of those of a namespace that limit a resource, such as {@code count/redises.apps.example.com}. */
    List<String> limiting(String namespace, String resource) {
        return byNamespace.getOrDefault(namespace, Map.of()).entrySet().stream()
                .filter(quota -> quota.getValue().contains(resource))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    @Override
    public void close() {
        closed = true;
        follower.interrupt();
        LineStream open = stream;
        if (open != null) {
            open.cancel();
        }
    }

    private void follow() {
        Duration pause = Duration.ofSeconds(1);
        while (!closed) {
            try {
                watch(load());
                pause = Duration.ofSeconds(1);
            } catch (RuntimeException | IOException e) {
                if (!closed) {
                    LOG.log(Level.WARNING, "Cannot follow the resource quotas: {0}", e);
                }
                pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            }
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private String load() {
        Answer answer = http.get(PATH, new Query());
        if (!answer.isSuccess()) {
            throw refusal(answer);
        }
        JsonObject list = object(answer.body());
        Map<String, Map<String, Set<String>>> found = new ConcurrentHashMap<>();
        for (JsonValue item : list.arrayOrEmpty("items")) {
            if (item instanceof JsonObject quota) {
                put(found, quota);
            }
        }
        byNamespace = found;
        loaded = true;
        return list.objectOrEmpty("metadata").stringOrEmpty("resourceVersion");
    }

    private void watch(String resourceVersion) throws IOException {
        Query query = new Query()
                .with("watch", "1")
                .with("resourceVersion", resourceVersion)
                .with("timeoutSeconds", WATCH_SECONDS);
        try (LineStream events = http.open(PATH, query, this::refusal)) {
            stream = events;
            for (byte[] line = events.next(); line != null && !closed; line = events.next()) {
                JsonObject event = object(line);
                JsonObject quota = event.objectOrEmpty("object");
                switch (event.stringOrEmpty("type")) {
                    case "ADDED", "MODIFIED" -> put(byNamespace, quota);
                    case "DELETED" -> remove(quota);
                    default -> throw new IOException("the watch ended: " + quota.stringOrEmpty("message"));
                }
            }
        } finally {
            stream = null;
        }
    }

    private static void put(Map<String, Map<String, Set<String>>> all, JsonObject quota) {
        JsonObject metadata = quota.objectOrEmpty("metadata");
        Set<String> limited = quota.objectOrEmpty("spec").objectOrEmpty("hard").names();
        all.computeIfAbsent(metadata.stringOrEmpty("namespace"), _ -> new ConcurrentHashMap<>())
                .put(metadata.stringOrEmpty("name"), Set.copyOf(limited));
    }

    private void remove(JsonObject quota) {
        JsonObject metadata = quota.objectOrEmpty("metadata");
        byNamespace.computeIfPresent(metadata.stringOrEmpty("namespace"), (_, quotas) -> {
            quotas.remove(metadata.stringOrEmpty("name"));
            return quotas.isEmpty() ? null : quotas;
        });
    }

    private JsonObject object(byte[] json) {
        return codec.parse(json) instanceof JsonObject object ? object : JsonObject.EMPTY;
    }

    private ApiException refusal(Answer answer) {
        return new ApiException(ApiError.unavailable(RemoteStatus.of(answer, codec)
                .map(RemoteStatus::message)
                .orElse("the API server answered " + answer.code())));
    }
}
