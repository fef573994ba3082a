package dev.chartroom.adapters.kubernetes.client;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.json.JsonCodec;
import dev.chartroom.ports.retry.Backoff;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * All objects of one resource of the cluster, kept up to date by a list and a watch. While the API server cannot be
 * reached the last known state holds; a resource that the cluster does not have has no objects. Thread-safe.
 *
 * <p>Not an informer of client-java: its untyped one fails on what lists of core kinds leave out, and its typed one on
 * fields of newer servers.
 */
public final class FollowedResource implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(FollowedResource.class.getName());
    private static final Duration WATCH = Duration.ofMinutes(5);
    /** One that lasts longer is of a connection whose other end is gone. */
    private static final Duration LONGEST_WATCH = WATCH.plusSeconds(30);

    private static final Duration BREATH = Duration.ofMillis(100);
    /** How long a resource that the cluster does not have is not looked for again: its definition may come any time. */
    private static final Duration MISSING = Duration.ofSeconds(2);

    private static final Backoff RETRIES = new Backoff(Duration.ofSeconds(1), 2, Duration.ofSeconds(30), 0);
    private static final int NOT_FOUND = 404;

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final String path;
    private final String fieldSelector;
    private final Runnable onChange;
    private final Runnable onFailure;
    private final Thread follower;
    private volatile Map<String, Map<String, JsonObject>> byNamespace = new ConcurrentHashMap<>();
    /** How often it could not be followed since it was listed last. Only the follower's. */
    private int failures;

    private volatile boolean loaded;
    private volatile boolean served;
    private volatile Optional<String> failure = Optional.empty();
    private volatile boolean closed;
    private volatile @Nullable LineStream stream;

    private FollowedResource(
            KubernetesHttp http,
            JsonCodec codec,
            String path,
            String fieldSelector,
            Runnable onChange,
            Runnable onFailure) {
        this.http = http;
        this.codec = codec;
        this.path = path;
        this.fieldSelector = fieldSelector;
        this.onChange = onChange;
        this.onFailure = onFailure;
        this.follower = Thread.ofVirtual().name("follow " + path).unstarted(this::follow);
    }

    /**
     * Follows a resource in the background.
     *
     * @param path such as {@code /api/v1/namespaces}
     * @param onChange run after each change and after the first list, always by the same thread
     */
    public static FollowedResource start(KubernetesHttp http, JsonCodec codec, String path, Runnable onChange) {
        return start(http, codec, path, "", onChange);
    }

    /** @param onFailure run, by the same thread, when {@link #failure} says something else than before */
    public static FollowedResource start(
            KubernetesHttp http, JsonCodec codec, String path, Runnable onChange, Runnable onFailure) {
        return started(new FollowedResource(http, codec, path, "", onChange, onFailure));
    }

    /**
     * Likewise, only those that a field selector selects: with one on the name, RBAC may name the one object.
     *
     * @param fieldSelector such as {@code metadata.name=kinds}; empty for all
     */
    public static FollowedResource start(
            KubernetesHttp http, JsonCodec codec, String path, String fieldSelector, Runnable onChange) {
        return started(new FollowedResource(http, codec, path, fieldSelector, onChange, () -> {}));
    }

    private static FollowedResource started(FollowedResource resource) {
        resource.follower.start();
        return resource;
    }

    /** Whether it is known which objects there are. */
    public boolean isLoaded() {
        return loaded;
    }

    /** Whether the cluster has the resource, as far as that is known. */
    public boolean isServed() {
        return served;
    }

    /** Why it could not be listed when that was tried last; empty where it could. */
    public Optional<String> failure() {
        return failure;
    }

    /** The objects as they are now; of core kinds those that were listed name no kind. */
    public List<JsonObject> all() {
        return byNamespace.values().stream()
                .flatMap(objects -> objects.values().stream())
                .toList();
    }

    /** Those of one namespace; with an empty one, those that are in none. */
    public Collection<JsonObject> in(String namespace) {
        return byNamespace.getOrDefault(namespace, Map.of()).values();
    }

    /** @param name with an empty namespace where the resource has none */
    public Optional<JsonObject> find(NamespacedName name) {
        return Optional.ofNullable(
                byNamespace.getOrDefault(name.namespace(), Map.of()).get(name.name()));
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
        while (!closed) {
            try {
                String version = load();
                failures = 0;
                if (version.isEmpty()) {
                    pause(MISSING);
                    continue;
                }
                while (!closed && !version.isEmpty()) {
                    version = watch(version);
                    pause();
                }
                failures++;
            } catch (RuntimeException | IOException | Error e) {
                failures++;
                if (!closed) {
                    LOG.log(Level.WARNING, "Cannot follow {0}: {1}", path, e);
                    failed(Optional.of(e.getMessage() == null ? e.toString() : e.getMessage()));
                }
            }
            pause();
        }
    }

    private void failed(Optional<String> why) {
        if (!why.equals(failure)) {
            failure = why;
            onFailure.run();
        }
    }

    /** A server that closes each watch at once is not to be asked in a circle. */
    private void pause() {
        pause(failures == 0 ? BREATH : RETRIES.delay(failures, ThreadLocalRandom.current()));
    }

    private void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException _) {
            closed = true;
        }
    }

    /** The resource version from which to watch; empty where there is no such resource. */
    private String load() {
        Answer answer = http.get(path, new Query().with("fieldSelector", fieldSelector));
        if (answer.code() == NOT_FOUND && isNotServed()) {
            served = false;
            if (!loaded || !byNamespace.isEmpty()) {
                replace(List.of());
            }
            failed(Optional.empty());
            return "";
        }
        JsonObject list = answer.isSuccess() ? object(answer.body()) : JsonObject.EMPTY;
        String version = list.objectOrEmpty("metadata").stringOrEmpty("resourceVersion");
        if (!list.stringOrEmpty("kind").endsWith("List") || version.isEmpty()) {
            // Anything may answer in the place of the API server, such as a proxy: that is no reason to forget all.
            throw refusal(answer);
        }
        served = true;
        replace(list.arrayOrEmpty("items").objects());
        failed(Optional.empty());
        return version;
    }

    /** Whether the API server itself says that it has no such resource. */
    private boolean isNotServed() {
        String cluster = path.replaceFirst("/namespaces/[^/]+/", "/");
        int slash = cluster.lastIndexOf('/');
        String groupVersion = cluster.substring(0, slash);
        Answer answer = http.get(groupVersion, new Query());
        if (answer.code() == NOT_FOUND) {
            return isGroupNotServed(groupVersion);
        }
        JsonObject discovery = answer.isSuccess() ? object(answer.body()) : JsonObject.EMPTY;
        return discovery.stringOrEmpty("kind").equals("APIResourceList")
                && discovery.arrayOrEmpty("resources").objects().stream()
                        .noneMatch(resource -> resource.stringOrEmpty("name").equals(cluster.substring(slash + 1)));
    }

    /** Whether it says that it has no such version of the group, or no such group at all. */
    private boolean isGroupNotServed(String groupVersion) {
        Answer answer = http.get("/apis", new Query());
        JsonObject groups = answer.isSuccess() ? object(answer.body()) : JsonObject.EMPTY;
        return groups.stringOrEmpty("kind").equals("APIGroupList")
                && groups.arrayOrEmpty("groups").objects().stream()
                        .flatMap(group -> group.arrayOrEmpty("versions").objects().stream())
                        .noneMatch(version -> groupVersion.equals("/apis/" + version.stringOrEmpty("groupVersion")));
    }

    private void replace(List<JsonObject> items) {
        Map<String, Map<String, JsonObject>> found = new ConcurrentHashMap<>();
        items.forEach(item -> put(found, item));
        byNamespace = found;
        loaded = true;
        onChange.run();
    }

    /** The resource version from which to go on; empty where everything must be listed anew. */
    private String watch(String resourceVersion) throws IOException {
        String version = resourceVersion;
        Query query = new Query()
                .with("watch", "1")
                .with("allowWatchBookmarks", "true")
                .with("fieldSelector", fieldSelector)
                .with("resourceVersion", resourceVersion)
                .with("timeoutSeconds", Long.toString(WATCH.toSeconds()));
        try (LineStream events = http.open(path, query, this::refusal, LONGEST_WATCH)) {
            stream = events;
            for (byte[] line = events.next(); line != null && !closed; line = events.next()) {
                JsonObject event = object(line);
                JsonObject object = event.objectOrEmpty("object");
                switch (event.stringOrEmpty("type")) {
                    case "ADDED", "MODIFIED" -> put(byNamespace, object);
                    case "DELETED" -> remove(object);
                    case "BOOKMARK" -> {}
                    default -> {
                        LOG.log(Level.DEBUG, "The watch of {0} ended: {1}", path, object.stringOrEmpty("message"));
                        return "";
                    }
                }
                version = object.objectOrEmpty("metadata").stringOrEmpty("resourceVersion");
                if (!event.stringOrEmpty("type").equals("BOOKMARK")) {
                    onChange.run();
                }
            }
            return version;
        } catch (IOException e) {
            LOG.log(Level.DEBUG, () -> "The watch of " + path + " broke, and goes on", e);
            return version;
        } finally {
            stream = null;
        }
    }

    private static void put(Map<String, Map<String, JsonObject>> all, JsonObject object) {
        JsonObject metadata = object.objectOrEmpty("metadata");
        // Nobody asks who owns which fields, and that is the larger part of many an object.
        all.computeIfAbsent(metadata.stringOrEmpty("namespace"), _ -> new ConcurrentHashMap<>())
                .put(metadata.stringOrEmpty("name"), object.with("metadata", metadata.without("managedFields")));
    }

    private void remove(JsonObject object) {
        JsonObject metadata = object.objectOrEmpty("metadata");
        byNamespace.computeIfPresent(metadata.stringOrEmpty("namespace"), (_, objects) -> {
            objects.remove(metadata.stringOrEmpty("name"));
            return objects.isEmpty() ? null : objects;
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
