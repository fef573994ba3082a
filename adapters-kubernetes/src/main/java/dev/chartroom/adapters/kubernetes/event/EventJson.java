package dev.chartroom.adapters.kubernetes.event;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.Excerpt;
import dev.chartroom.ports.event.ClusterEvent;
import dev.chartroom.ports.event.EventSubject;
import dev.chartroom.ports.event.MirroredEvent;
import dev.chartroom.ports.event.Occurrences;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Converts core/v1 Events. */
final class EventJson {
    /** The annotation of a mirrored Event that has the uid of the original. */
    static final String ORIGINAL = "chartroom.dev/mirrored-event";

    /** The limit of the kube-apiserver for the message of an Event in the new form. The old form has no limit. */
    static final int LONGEST_MESSAGE = 1024;
    /** Its limit for the reason and the reporter in the new form. */
    static final int LONGEST_WORD = 128;

    private static final String WARNING = "Warning";
    /** No name, kind or API version of an object is longer. */
    private static final int LONGEST_NAME = 512;

    private EventJson() {}

    /**
     * Returns the Event; empty if it has no time, if its object is not in its namespace, or if no object can have the
     * name. Long texts are cut, because many Events wait in memory.
     */
    static Optional<ClusterEvent> read(JsonObject event) {
        JsonObject metadata = event.objectOrEmpty("metadata");
        JsonObject object = event.objectOrEmpty("involvedObject");
        EventSubject subject = new EventSubject(
                object.stringOrEmpty("apiVersion"),
                object.stringOrEmpty("kind"),
                object.stringOrEmpty("namespace"),
                object.stringOrEmpty("name"),
                object.stringOrEmpty("uid"));
        if (subject.namespace().isEmpty()
                || !subject.namespace().equals(metadata.stringOrEmpty("namespace"))
                || isTooLong(subject)) {
            return Optional.empty();
        }
        return occurrences(event)
                .map(occurrences -> new ClusterEvent(
                        metadata.stringOrEmpty("uid"),
                        subject,
                        type(event),
                        Excerpt.of(event.stringOrEmpty("reason"), LONGEST_WORD),
                        Excerpt.of(event.stringOrEmpty("message"), LONGEST_MESSAGE),
                        Excerpt.of(component(event), LONGEST_WORD),
                        Excerpt.of(event.stringOrEmpty("reportingComponent"), LONGEST_WORD),
                        occurrences));
    }

    private static boolean isTooLong(EventSubject subject) {
        return Stream.of(subject.apiVersion(), subject.kind(), subject.name(), subject.uid())
                .anyMatch(text -> text.length() > LONGEST_NAME);
    }

    /** Returns Normal for an unknown type, which the kube-apiserver accepts in the old form. */
    private static String type(JsonObject event) {
        return event.stringOrEmpty("type").equals(WARNING) ? WARNING : "Normal";
    }

    private static String component(JsonObject event) {
        String component = event.objectOrEmpty("source").stringOrEmpty("component");
        return component.isEmpty() ? event.stringOrEmpty("reportingComponent") : component;
    }

    /** Reads the occurrences of an Event in the old form or in the form of events.k8s.io, which counts in a series. */
    static Optional<Occurrences> occurrences(JsonObject event) {
        JsonObject series = event.objectOrEmpty("series");
        JsonObject metadata = event.objectOrEmpty("metadata");
        Optional<Instant> first = firstTime(
                event.stringOrEmpty("firstTimestamp"),
                event.stringOrEmpty("eventTime"),
                metadata.stringOrEmpty("creationTimestamp"));
        Optional<Instant> last =
                firstTime(series.stringOrEmpty("lastObservedTime"), event.stringOrEmpty("lastTimestamp"));
        long count = Math.max(1, series.has("count") ? number(series) : number(event));
        return first.or(() -> last).map(time -> new Occurrences(time, last.orElse(time), count));
    }

    private static long number(JsonObject object) {
        return object.get("count") instanceof JsonNumber number
                ? number.asLong().orElse(1)
                : 1;
    }

    private static Optional<Instant> firstTime(String... texts) {
        return Stream.of(texts).map(EventJson::time).flatMap(Optional::stream).findFirst();
    }

    private static Optional<Instant> time(String text) {
        try {
            return text.isEmpty()
                    ? Optional.empty()
                    : Optional.of(Instant.parse(text).truncatedTo(ChronoUnit.SECONDS));
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }

    static JsonObject write(MirroredEvent event) {
        EventSubject subject = event.subject();
        return JsonObject.builder()
                .put("apiVersion", "v1")
                .put("kind", "Event")
                .put(
                        "metadata",
                        JsonObject.builder()
                                .put("name", event.name())
                                .put("namespace", subject.namespace())
                                .put("annotations", JsonObject.ofStrings(Map.of(ORIGINAL, event.originalUid())))
                                .build())
                .put(
                        "involvedObject",
                        JsonObject.builder()
                                .put("apiVersion", subject.apiVersion())
                                .put("kind", subject.kind())
                                .put("namespace", subject.namespace())
                                .put("name", subject.name())
                                .put("uid", subject.uid())
                                .build())
                .put("type", event.type())
                .put("reason", event.reason())
                .put("source", JsonObject.ofStrings(Map.of("component", event.component())))
                .put("reportingComponent", MirroredEvent.REPORTER)
                .putAll(changes(event))
                .build();
    }

    /** Returns the fields that change if the cause of the original occurs again, as a merge patch. */
    static JsonObject changes(MirroredEvent event) {
        Occurrences occurrences = event.occurrences();
        return JsonObject.builder()
                .put("message", event.message())
                .put("firstTimestamp", occurrences.first().toString())
                .put("lastTimestamp", occurrences.last().toString())
                .put("count", occurrences.count())
                .build();
    }
}
