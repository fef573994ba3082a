package dev.chartroom.adapters.kubernetes.kinds;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.Excerpt;
import dev.chartroom.domain.kind.DefinitionStatus;
import dev.chartroom.kubernetes.client.KubernetesHttp;
import dev.chartroom.kubernetes.client.KubernetesResponse;
import dev.chartroom.kubernetes.client.Query;
import dev.chartroom.ports.json.JsonCodec;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Writes Events about the objects that contain definitions, on a thread of its own. {@code kubectl describe} shows
 * these Events. The name of an Event is a digest of its content, so two replicas with the same message write one Event.
 * If a replica repeats the message later, it increases the count of the Event. An Event that cannot be written is lost,
 * as usual for Events.
 */
final class DefinitionEvents implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(DefinitionEvents.class.getName());
    private static final int LONGEST_MESSAGE = 1024;
    private static final int LONGEST_PREFIX = 200;
    private static final int CONFLICT = 409;
    private static final int FORBIDDEN = 403;
    /** The largest number of waiting Events, which exceeds the number of definitions. */
    private static final int WAITING = 5_000;
    /** If several replicas write the same message within this time, the Event counts the message once. */
    private static final Duration SAME = Duration.ofSeconds(10);

    private final KubernetesHttp http;
    private final JsonCodec codec;
    private final Clock clock;
    private final BlockingQueue<PendingEvent> waiting = new ArrayBlockingQueue<>(WAITING);
    private final Thread thread = Thread.ofVirtual().name("definition events").unstarted(this::run);
    /** Used only by the thread. */
    private boolean warned;

    /**
     * The object that an Event is about.
     *
     * @param namespace the namespace of the object; empty if the object has none
     */
    record Subject(String apiVersion, String kind, String namespace, String name, String uid) {
        static Subject of(JsonObject object) {
            JsonObject metadata = object.objectOrEmpty("metadata");
            return new Subject(
                    object.stringOrEmpty("apiVersion"),
                    object.stringOrEmpty("kind"),
                    metadata.stringOrEmpty("namespace"),
                    metadata.stringOrEmpty("name"),
                    metadata.stringOrEmpty("uid"));
        }

        /**
         * Returns the namespace of the Events about the object, which is {@code default} if the object has no
         * namespace.
         */
        String eventNamespace() {
            return namespace.isEmpty() ? "default" : namespace;
        }

        JsonObject toJson() {
            return JsonObject.builder()
                    .put("apiVersion", apiVersion)
                    .put("kind", kind)
                    .putIfPresent("namespace", namespace)
                    .put("name", name)
                    .putIfPresent("uid", uid)
                    .build();
        }
    }

    private record PendingEvent(Subject subject, String type, String reason, String message) {}

    DefinitionEvents(KubernetesHttp http, JsonCodec codec, Clock clock) {
        this.http = http;
        this.codec = codec;
        this.clock = clock;
    }

    void start() {
        thread.start();
    }

    /** Writes an Event. Its message says that a definition is served, or why the definition is not served. */
    void report(Subject subject, DefinitionStatus.Condition headline) {
        report(subject, headline, "");
    }

    /** Writes such an Event for one of several definitions in the subject: {@code part} names this definition. */
    void report(Subject subject, DefinitionStatus.Condition headline, String part) {
        boolean good = headline.status() == DefinitionStatus.ConditionStatus.TRUE;
        offer(new PendingEvent(
                subject,
                good ? "Normal" : "Warning",
                good ? headline.type() : headline.reason(),
                part + headline.message()));
    }

    void withdrawn(Subject subject, String sentence) {
        offer(new PendingEvent(subject, "Normal", "Withdrawn", sentence));
    }

    private void offer(PendingEvent pending) {
        if (!waiting.offer(pending)) {
            LOG.log(Level.DEBUG, "The queue is full, so Chartroom drops the Event: {0}", pending.message());
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void run() {
        try {
            while (true) {
                PendingEvent pending = waiting.take();
                try {
                    write(pending);
                } catch (RuntimeException e) {
                    LOG.log(Level.DEBUG, () -> "Chartroom cannot write the Event: " + pending.message(), e);
                }
            }
        } catch (InterruptedException _) {
            // Closed.
        }
    }

    private void write(PendingEvent pending) {
        String path = "/api/v1/namespaces/" + pending.subject().eventNamespace() + "/events";
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        KubernetesResponse response = http.send("POST", path, new Query(), codec.encode(event(pending, now)));
        if (response.code() == CONFLICT) {
            increaseCount(path + "/" + name(pending), now);
        } else if (response.code() == FORBIDDEN && !warned) {
            warned = true;
            LOG.log(
                    Level.WARNING,
                    "Chartroom has no permission to create Events for kind definitions, so it only logs the messages");
        } else if (!response.isSuccess()) {
            LOG.log(
                    Level.DEBUG,
                    "Chartroom cannot write the Event: {0} (status {1})",
                    pending.message(),
                    response.code());
        }
    }

    private void increaseCount(String path, Instant now) {
        KubernetesResponse response = http.get(path, new Query());
        if (!response.isSuccess() || !(codec.parse(response.body()) instanceof JsonObject known)) {
            return;
        }
        String last = known.stringOrEmpty("lastTimestamp");
        if (!last.isEmpty() && Instant.parse(last).plus(SAME).isAfter(now)) {
            return;
        }
        long count = known.get("count") instanceof JsonNumber number
                ? number.asLong().orElse(1)
                : 1;
        JsonObject next = known.with("count", JsonNumber.of(count + 1)).toBuilder()
                .put("lastTimestamp", now.toString())
                .build();
        // A rejected update is not retried: another replica has updated the Event.
        http.send("PUT", path, new Query(), codec.encode(next));
    }

    private static JsonObject event(PendingEvent pending, Instant now) {
        return JsonObject.builder()
                .put("apiVersion", "v1")
                .put("kind", "Event")
                .put(
                        "metadata",
                        JsonObject.builder()
                                .put("name", name(pending))
                                .put("namespace", pending.subject().eventNamespace())
                                .build())
                .put("involvedObject", pending.subject().toJson())
                .put("type", pending.type())
                .put("reason", pending.reason())
                .put("message", shortened(pending.message()))
                .put("firstTimestamp", now.toString())
                .put("lastTimestamp", now.toString())
                .put("count", 1)
                .put("source", JsonObject.ofStrings(Map.of("component", "chartroom")))
                .put("reportingComponent", "chartroom")
                .build();
    }

    private static String name(PendingEvent pending) {
        String prefix = pending.subject().name();
        prefix = prefix.substring(0, Math.min(prefix.length(), LONGEST_PREFIX)).replaceAll("[-.]+$", "");
        String content = String.join("\n", pending.subject().uid(), pending.reason(), pending.message());
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
            return prefix + "." + HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private static String shortened(String message) {
        return Excerpt.of(message, LONGEST_MESSAGE);
    }
}
