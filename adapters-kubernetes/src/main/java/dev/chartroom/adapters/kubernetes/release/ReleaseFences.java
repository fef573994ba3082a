package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.kubernetes.client.RemoteStatus;
import dev.chartroom.ports.json.JsonCodec;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Writes fences to determine how far the watch of a group must have progressed. The write of a fence gets a later
 * resource version than every write acknowledged before it. The watch of the fence's group reports this write after all
 * of those earlier writes (ADR 0024). This host has a {@link ReleaseFence} for each group. Thread-safe.
 */
public final class ReleaseFences implements AutoCloseable {
    /**
     * The limit for the writes of all fences together: this number at once, and then the same number in each second.
     */
    static final int MOST = 20;

    /**
     * The pause after a failed write. During the pause, lists are verified without a fence. The pause doubles with each
     * further failure, up to 16 times this duration.
     */
    static final Duration PAUSE = Duration.ofSeconds(5);

    private static final int LONGEST_PAUSE = 16;
    /**
     * The timeout of a write. Without it, a slow webhook would delay lists, although lists can also be verified without
     * a fence.
     */
    private static final Duration SLOW = Duration.ofSeconds(2);

    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final Duration GOODBYE = Duration.ofSeconds(1);
    private static final System.Logger LOG = System.getLogger(ReleaseFences.class.getName());
    private static final int NOT_FOUND = 404;

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final ReleaseFence.Place place;
    private final Clock clock;
    private final Map<String, ReleaseFence> fences = new ConcurrentHashMap<>();
    private final WriteRate rate = new WriteRate(MOST, TimeUnit.SECONDS.toNanos(1) / MOST, System.nanoTime());
    private final AtomicReference<Instant> tidied = new AtomicReference<>(Instant.MIN);
    private volatile Instant pausedUntil = Instant.MIN;
    private final AtomicInteger failures = new AtomicInteger();

    /**
     * @param namespace Chartroom's own namespace
     * @param host the name of this host
     */
    public ReleaseFences(KubernetesHttp http, JsonCodec codec, String namespace, String host, Clock clock) {
        this.http = http;
        this.codec = codec;
        this.place = new ReleaseFence.Place(namespace, host);
        this.clock = clock;
    }

    /** Writes the fence of a group. Returns the resource version of the write; empty if no fence can be written now. */
    Optional<ResourceVersion> write(String group) {
        Instant now = clock.instant();
        if (now.isBefore(pausedUntil)) {
            return Optional.empty();
        }
        OptionalLong turn = rate.take(System.nanoTime(), PATIENCE_NANOS);
        if (turn.isEmpty()) {
            return Optional.empty();
        }
        ReleaseFence fence = fences.computeIfAbsent(group, _ -> new ReleaseFence(place, group));
        try {
            TimeUnit.NANOSECONDS.sleep(turn.getAsLong());
            Optional<ResourceVersion> version = RequestDeadline.in(SLOW).during(() -> write(fence, now));
            if (version.isPresent()) {
                if (failures.getAndSet(0) > 0) {
                    LOG.log(Level.INFO, "Chartroom can write fences in the namespace {0} again", place.namespace());
                }
                tidy(now);
            }
            return version;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (ApiException e) {
            return failed(String.valueOf(e.getMessage()));
        }
    }

    private Optional<ResourceVersion> write(ReleaseFence fence, Instant now) {
        KubernetesResponse response = http.merge(fence.path(), query(), codec.encode(fence.patch(now)));
        if (response.code() == NOT_FOUND) {
            response = http.send("POST", place.path(), query(), codec.encode(fence.created(now)));
        }
        if (response.isSuccess()
                && codec.parse(response.body()) instanceof JsonObject object
                && object.objectOrEmpty("metadata").get("resourceVersion") != null) {
            return Optional.of(
                    ResourceVersion.of(object.objectOrEmpty("metadata").stringOrEmpty("resourceVersion")));
        }
        return failed(
                RemoteStatus.of(response, codec).map(RemoteStatus::message).orElse("HTTP status " + response.code()));
    }

    private static Query query() {
        return new Query().with("fieldManager", ReleaseFence.FIELD_MANAGER);
    }

    private Optional<ResourceVersion> failed(String why) {
        int before = failures.getAndUpdate(times -> Math.min(LONGEST_PAUSE, Math.max(1, 2 * times)));
        pausedUntil = clock.instant().plus(PAUSE.multipliedBy(Math.min(LONGEST_PAUSE, Math.max(1, 2 * before))));
        if (before == 0) {
            LOG.log(
                    Level.WARNING,
                    "Long lists are slower because Chartroom cannot write fences in the namespace {0}: {1}",
                    place.namespace(),
                    why);
        }
        return Optional.empty();
    }

    /** Deletes the fences of hosts that no longer run, at most once an hour. */
    private void tidy(Instant now) {
        Instant last = tidied.get();
        if (last.isBefore(now.minus(ReleaseFence.LEFT_OVER)) && tidied.compareAndSet(last, now)) {
            Thread.ofVirtual().name("tidy-fences").start(() -> deleteLeftOvers(now));
        }
    }

    private void deleteLeftOvers(Instant now) {
        try {
            KubernetesResponse response =
                    http.get(place.path(), new Query().with("labelSelector", ReleaseFence.LABEL + "=true"));
            if (response.isSuccess() && codec.parse(response.body()) instanceof JsonObject list) {
                list.arrayOrEmpty("items").objects().stream()
                        .filter(found -> ReleaseFence.isLeftOver(found, now))
                        .map(found -> found.objectOrEmpty("metadata"))
                        .filter(found -> fences.values().stream()
                                .noneMatch(own -> own.name().equals(found.stringOrEmpty("name"))))
                        .forEach(found ->
                                delete(place.path(found.stringOrEmpty("name")), ReleaseFence.deleteOptions(found)));
            }
        } catch (ApiException e) {
            LOG.log(Level.DEBUG, "Chartroom cannot delete leftover fences", e);
        }
    }

    /** Deletes a fence and its finalizers. Nothing is installed for it, so no finalizer has anything to clean up. */
    private void delete(String path, JsonObject options) {
        KubernetesResponse deleted = http.send("DELETE", path, new Query(), codec.encode(options));
        if (deleted.isSuccess()) {
            http.merge(path, query(), codec.encode(ReleaseFence.WITHOUT_FINALIZERS));
        }
    }

    /**
     * Deletes the fences of this host. This takes at most a second. Another host later deletes the fences that remain.
     */
    @Override
    public void close() {
        try {
            RequestDeadline.in(GOODBYE).during(() -> {
                fences.values().forEach(own -> delete(own.path(), JsonObject.EMPTY));
                return true;
            });
        } catch (ApiException e) {
            LOG.log(Level.DEBUG, "Chartroom cannot delete its fences; another replica deletes them later", e);
        }
    }
}
