package dev.chartroom.adapters.kubernetes.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.ports.event.ClusterEvent;
import dev.chartroom.ports.event.EventSubject;
import dev.chartroom.ports.event.MirroredEvent;
import dev.chartroom.ports.event.Occurrences;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventJsonTest {
    private static final Instant FIRST = Instant.parse("2026-01-02T03:04:05Z");
    private static final Instant LAST = Instant.parse("2026-01-02T03:05:06Z");

    /** As helm-controller writes it. */
    private static final JsonObject OLD_FORM = TestJson.object("""
            {'apiVersion': 'v1', 'kind': 'Event',
             'metadata': {'name': 'redis-cart.1', 'namespace': 'team-a', 'uid': 'e1',
                          'creationTimestamp': '2026-01-01T00:00:00Z'},
             'involvedObject': {'apiVersion': 'helm.toolkit.fluxcd.io/v2', 'kind': 'HelmRelease',
                                'namespace': 'team-a', 'name': 'redis-cart', 'uid': 'u1'},
             'type': 'Normal', 'reason': 'InstallSucceeded', 'message': 'installed', 'count': 3,
             'firstTimestamp': '2026-01-02T03:04:05Z', 'lastTimestamp': '2026-01-02T03:05:06Z',
             'eventTime': null, 'source': {'component': 'helm-controller'},
             'reportingComponent': 'helm-controller', 'reportingInstance': ''}""");

    @Test
    void eventOfTheOldFormIsRead() {
        assertThat(EventJson.read(OLD_FORM))
                .hasValue(new ClusterEvent(
                        "e1",
                        new EventSubject("helm.toolkit.fluxcd.io/v2", "HelmRelease", "team-a", "redis-cart", "u1"),
                        "Normal",
                        "InstallSucceeded",
                        "installed",
                        "helm-controller",
                        "helm-controller",
                        new Occurrences(FIRST, LAST, 3)));
    }

    @Test
    void eventOfTheNewFormIsRead() {
        JsonObject event = TestJson.object("""
                {'metadata': {'name': 'redis-cart.1', 'namespace': 'team-a', 'uid': 'e1'},
                 'involvedObject': {'apiVersion': 'v1', 'kind': 'Pod', 'namespace': 'team-a', 'name': 'redis-cart-0'},
                 'type': 'Warning', 'reason': 'FailedScheduling', 'message': 'no node', 'count': null,
                 'firstTimestamp': null, 'lastTimestamp': null, 'eventTime': '2026-01-02T03:04:05.678901Z',
                 'series': {'count': 7, 'lastObservedTime': '2026-01-02T03:05:06.789012Z'},
                 'source': {}, 'reportingComponent': 'default-scheduler', 'reportingInstance': 'a'}""");

        assertThat(EventJson.read(event))
                .hasValue(new ClusterEvent(
                        "e1",
                        new EventSubject("v1", "Pod", "team-a", "redis-cart-0", ""),
                        "Warning",
                        "FailedScheduling",
                        "no node",
                        "default-scheduler",
                        "default-scheduler",
                        new Occurrences(FIRST, LAST, 7)));
    }

    @Test
    void eventWithoutTimesOccurredOnceWhenItWasCreated() {
        JsonObject event = OLD_FORM.without("firstTimestamp")
                .without("lastTimestamp")
                .without("count")
                .with(
                        "metadata",
                        OLD_FORM.objectOrEmpty("metadata")
                                .with("creationTimestamp", new JsonString("2026-01-02T03:04:05Z")));

        assertThat(EventJson.read(event)).map(ClusterEvent::occurrences).hasValue(new Occurrences(FIRST, FIRST, 1));
    }

    /** The kube-apiserver limits these texts only in the new form. */
    @Test
    void longTextsAreCut() {
        JsonString text = new JsonString("x".repeat(1_000_000));
        ClusterEvent event = EventJson.read(OLD_FORM.with("message", text)
                        .with("reason", text)
                        .with("reportingComponent", text)
                        .with("source", JsonObject.of("component", text)))
                .orElseThrow();

        assertThat(event.message()).hasSize(1024).endsWith("x...");
        assertThat(event.reason()).hasSize(128);
        assertThat(event.component()).hasSize(128);
        assertThat(event.reporter()).hasSize(128);
    }

    /** The kube-apiserver accepts any type in the old form, of any length. */
    @ParameterizedTest
    @CsvSource({"Warning, Warning", "Normal, Normal", "warning, Normal", "Other, Normal", "'', Normal"})
    void eventOfAnUnknownTypeIsNormal(String type, String read) {
        assertThat(EventJson.read(OLD_FORM.with("type", new JsonString(type))))
                .map(ClusterEvent::type)
                .hasValue(read);
    }

    @ParameterizedTest
    @ValueSource(strings = {"apiVersion", "kind", "name", "uid"})
    void eventAboutAnObjectThatCannotExistIsIgnored(String field) {
        JsonObject object = OLD_FORM.objectOrEmpty("involvedObject").with(field, new JsonString("x".repeat(513)));

        assertThat(EventJson.read(OLD_FORM.with("involvedObject", object))).isEmpty();
    }

    @Test
    void eventWithoutAnyReadableTimeIsIgnored() {
        JsonObject event = OLD_FORM.with("firstTimestamp", new JsonString("yesterday"))
                .without("lastTimestamp")
                .with("metadata", OLD_FORM.objectOrEmpty("metadata").without("creationTimestamp"));

        assertThat(EventJson.read(event)).isEmpty();
    }

    /** The kube-apiserver accepts an Event of the new form whose object is in another namespace. */
    @ParameterizedTest
    @CsvSource({"team-b, team-a", "team-a, team-b", "default, ''", "'', ''"})
    void eventOutsideTheNamespaceOfItsObjectIsIgnored(String namespace, String ofTheObject) {
        JsonObject metadata = OLD_FORM.objectOrEmpty("metadata").with("namespace", new JsonString(namespace));
        JsonObject object = OLD_FORM.objectOrEmpty("involvedObject").with("namespace", new JsonString(ofTheObject));

        assertThat(EventJson.read(OLD_FORM.with("metadata", metadata).with("involvedObject", object)))
                .isEmpty();
    }

    @Test
    void mirroredEventIsWritten() {
        EventSubject application = new EventSubject("apps.example.com/v1", "Redis", "team-a", "cart", "u1");
        MirroredEvent event = new MirroredEvent(
                "cart.0123456789abcdef",
                "e1",
                application,
                "Normal",
                "InstallSucceeded",
                "installed",
                "helm-controller",
                new Occurrences(FIRST, LAST, 3));

        assertThat(EventJson.write(event)).isEqualTo(TestJson.object("""
                {'apiVersion': 'v1', 'kind': 'Event',
                 'metadata': {'name': 'cart.0123456789abcdef', 'namespace': 'team-a',
                              'annotations': {'chartroom.dev/mirrored-event': 'e1'}},
                 'involvedObject': {'apiVersion': 'apps.example.com/v1', 'kind': 'Redis', 'namespace': 'team-a',
                                    'name': 'cart', 'uid': 'u1'},
                 'type': 'Normal', 'reason': 'InstallSucceeded', 'message': 'installed', 'count': 3,
                 'firstTimestamp': '2026-01-02T03:04:05Z', 'lastTimestamp': '2026-01-02T03:05:06Z',
                 'source': {'component': 'helm-controller'}, 'reportingComponent': 'chartroom.dev/event-mirror'}"""));
        assertThat(EventJson.occurrences(EventJson.write(event))).hasValue(event.occurrences());
    }
}
