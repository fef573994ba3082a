package dev.chartroom.kubernetes.client;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.retry.Backoff;
import dev.chartroom.ports.json.JsonCodec;
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
 * reached, the last known state stays in effect. A resource that the cluster does not serve has no objects.
 * Thread-safe.
 *
 * <p>The informers of client-java are not suitable. The untyped informer fails on fields that lists of core kinds omit.
 * The typed informer fails on fields of newer servers.
 */
public final class Reflector implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Reflector.class.getName());
    private static final Duration WATCH = Duration.ofMinutes(5);
    /** If a watch lasts this much longer than requested, its connection is broken. */
    private static final Duration MARGIN = Duration.ofSeconds(30);

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private static final Duration BREATH = Duration.ofMillis(100);
    /**
     * The pause before the reflector asks again for a resource that the cluster does not serve. The cluster can begin
     * to serve the resource at any time.
     */
    private static final Duration MISSING = Duration.ofSeconds(2);

    private static final Backoff RETRIES = new Backoff(Duration.ofSeconds(1), 2, Duration.ofSeconds(30), 0);
    private static final int NOT_FOUND = 404;

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final String path;
    private final String fieldSelector;
    private final Duration watchTime;
    /** Whether the reflector lists the objects again after each watch. Otherwise, it resumes the watch. */
    private final boolean listsAgain;

    private final Runnable onChange;
    private final Runnable onFailure;
    private final Thread follower;
    private volatile Map<String, Map<String, JsonObject>> byNamespace = new ConcurrentHashMap<>();
    /** The number of failures since a watch last opened. Used only by the follower thread. */
    private int failures;

    private volatile boolean loaded;
    private volatile boolean served;
    private volatile Optional<String> failure = Optional.empty();
    private volatile boolean closed;
    private volatile @Nullable LineStream stream;

    private Reflector(
            KubernetesHttp http,
            JsonCodec codec,
            String path,
            String fieldSelector,
            Duration watchTime,
            boolean listsAgain,
            Runnable onChange,
            Runnable onFailure) {
        this.http = http;
        this.codec = codec;
        this.path = path;
        this.fieldSelector = fieldSelector;
        this.watchTime = watchTime;
        this.listsAgain = listsAgain;
        this.onChange = onChange;
        this.onFailure = onFailure;
        this.follower = Thread.ofVirtual().name("follow " + path).unstarted(this::follow);
    }

    /**
     * Lists and watches a resource in the background.
     *
     * @param path such as {@code /api/v1/namespaces}
     * @param onChange called after each list and each change, always by the same thread
     */
    public static Reflector start(KubernetesHttp http, JsonCodec codec, String path, Runnable onChange) {
        return start(http, codec, path, "", onChange);
    }

    /** @param onFailure called by the same thread when the value of {@link #failure} changes */
    public static Reflector start(
            KubernetesHttp http, JsonCodec codec, String path, Runnable onChange, Runnable onFailure) {
        return started(new Reflector(http, codec, path, "", WATCH, false, onChange, onFailure));
    }

    /**
     * Lists and watches only the objects that a field selector selects. If the selector selects a name, RBAC can grant
     * access to that one object.
     *
     * @param fieldSelector such as {@code metadata.name=kinds}; empty for all
     */
    public static Reflector start(
            KubernetesHttp http, JsonCodec codec, String path, String fieldSelector, Runnable onChange) {
        return started(new Reflector(http, codec, path, fieldSelector, WATCH, false, onChange, () -> {}));
    }

    private static Reflector started(Reflector reflector) {
        reflector.start();
        return reflector;
    }

    /**
     * Returns a reflector for objects that must never be outdated for long. The reflector lists the objects again after
     * each watch. It then also notices a change that no watch reported, for example after the cluster was restored from
     * a backup. It treats a 404 as a failure, and keeps the last known objects. It does nothing until {@link #start()}.
     *
     * @param watchTime the longest time between two lists
     */
    public static Reflector listingAgain(
            KubernetesHttp http,
            JsonCodec codec,
            String path,
            String fieldSelector,
            Duration watchTime,
            Runnable onChange,
            Runnable onFailure) {
        return new Reflector(http, codec, path, fieldSelector, watchTime, true, onChange, onFailure);
    }

    /** Begins to list and watch. To be called once. */
    public void start() {
        follower.start();
    }

    /** Returns whether the objects are known. They are also known if the cluster does not serve the resource. */
    public boolean isLoaded() {
        return loaded;
    }

    /** Returns whether the cluster served the resource when it was last listed. */
    public boolean isServed() {
        return served;
    }

    /** Returns why the last attempt to list or watch failed; empty if it succeeded. */
    public Optional<String> failure() {
        return failure;
    }

    /** Returns the current objects. An object of a core kind has no field {@code kind} if it comes from a list. */
    public List<JsonObject> all() {
        return byNamespace.values().stream()
                .flatMap(objects -> objects.values().stream())
                .toList();
    }

    /** Returns the objects of a namespace, or the objects without a namespace if {@code namespace} is empty. */
    public Collection<JsonObject> in(String namespace) {
        return byNamespace.getOrDefault(namespace, Map.of()).values();
    }

    /** @param name the name of the object, with an empty namespace if the resource is not namespaced */
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

    /**
     * To be called after {@link #close}. Waits until {@code onChange} can no longer be called, but at most five
     * seconds. The caller must not hold a lock that {@code onChange} acquires.
     */
    public void awaitEnd() {
        try {
            if (!follower.join(CLOSE_TIMEOUT)) {
                LOG.log(Level.WARNING, "The watch of {0} did not stop within five seconds", path);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow() {
        while (!closed) {
            try {
                String version = load();
                if (version.isEmpty()) {
                    failures = 0;
                    pause(MISSING);
                    continue;
                }
                while (!closed && !version.isEmpty()) {
                    String seen = watch(version);
                    version = listsAgain ? "" : seen;
                    pause();
                }
                failures++;
                // OkHttp is written in Kotlin, so it also throws checked exceptions that it does not declare.
            } catch (Exception | Error e) {
                failures++;
                if (!closed) {
                    LOG.log(Level.WARNING, "Chartroom cannot watch {0} and retries: {1}", path, e);
                    setFailure(Optional.of(e.getMessage() == null ? e.toString() : e.getMessage()));
                }
            }
            pause();
        }
    }

    private void setFailure(Optional<String> why) {
        if (!why.equals(failure)) {
            failure = why;
            onFailure.run();
        }
    }

    /** Waits before the next request. This prevents a busy loop if the server closes each watch at once. */
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

    /** Lists the objects and returns the resource version to watch from; empty if the resource is not served. */
    private String load() {
        KubernetesResponse response = http.get(path, new Query().with("fieldSelector", fieldSelector));
        if (response.code() == NOT_FOUND && !listsAgain && isNotServed()) {
            served = false;
            if (!loaded || !byNamespace.isEmpty()) {
                replace(List.of());
            }
            setFailure(Optional.empty());
            return "";
        }
        JsonObject list = response.isSuccess() ? object(response.body()) : JsonObject.EMPTY;
        String version = list.objectOrEmpty("metadata").stringOrEmpty("resourceVersion");
        if (!list.stringOrEmpty("kind").endsWith("List") || version.isEmpty()) {
            // Something else, such as a proxy, may have answered instead of the API server. Such an answer is no reason
            // to drop all objects.
            throw refusal(response);
        }
        served = true;
        replace(list.arrayOrEmpty("items").objects());
        setFailure(Optional.empty());
        return version;
    }

    /** Returns whether discovery confirms that the API server does not serve the resource. */
    private boolean isNotServed() {
        String cluster = path.replaceFirst("/namespaces/[^/]+/", "/");
        int slash = cluster.lastIndexOf('/');
        String groupVersion = cluster.substring(0, slash);
        KubernetesResponse response = http.get(groupVersion, new Query());
        if (response.code() == NOT_FOUND) {
            return isGroupNotServed(groupVersion);
        }
        JsonObject discovery = response.isSuccess() ? object(response.body()) : JsonObject.EMPTY;
        return discovery.stringOrEmpty("kind").equals("APIResourceList")
                && discovery.arrayOrEmpty("resources").objects().stream()
                        .noneMatch(resource -> resource.stringOrEmpty("name").equals(cluster.substring(slash + 1)));
    }

    /** Returns whether discovery confirms that the version of the group, or the whole group, is not served. */
    private boolean isGroupNotServed(String groupVersion) {
        KubernetesResponse response = http.get("/apis", new Query());
        JsonObject groups = response.isSuccess() ? object(response.body()) : JsonObject.EMPTY;
        return groups.stringOrEmpty("kind").equals("APIGroupList")
                && groups.arrayOrEmpty("groups").objects().stream()
                        .flatMap(group -> group.arrayOrEmpty("versions").objects().stream())
                        .noneMatch(version -> groupVersion.equals("/apis/" + version.stringOrEmpty("groupVersion")));
    }

    private void replace(List<JsonObject> items) {
        if (closed) {
            return;
        }
        Map<String, Map<String, JsonObject>> found = new ConcurrentHashMap<>();
        items.forEach(item -> put(found, item));
        byNamespace = found;
        loaded = true;
        onChange.run();
    }

    /** Returns the resource version to resume from; empty if the objects must be listed again. */
    private String watch(String resourceVersion) throws IOException {
        String version = resourceVersion;
        Query query = new Query()
                .with("watch", "1")
                .with("allowWatchBookmarks", "true")
                .with("fieldSelector", fieldSelector)
                .with("resourceVersion", resourceVersion)
                .with("timeoutSeconds", Long.toString(watchTime.toSeconds()));
        try (LineStream events = http.open(path, query, this::refusal, watchTime.plus(MARGIN))) {
            failures = 0;
            stream = events;
            if (closed) {
                events.cancel();
            }
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
            LOG.log(Level.DEBUG, () -> "The connection of the watch of " + path + " broke; the watch resumes", e);
            return version;
        } finally {
            stream = null;
        }
    }

    private static void put(Map<String, Map<String, JsonObject>> all, JsonObject object) {
        JsonObject metadata = object.objectOrEmpty("metadata");
        // No caller reads managedFields, which are the larger part of many objects.
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

    private ApiException refusal(KubernetesResponse response) {
        return new ApiException(ApiError.unavailable(RemoteStatus.of(response, codec)
                .map(RemoteStatus::message)
                .orElse("the API server answered " + response.code())));
    }
}
