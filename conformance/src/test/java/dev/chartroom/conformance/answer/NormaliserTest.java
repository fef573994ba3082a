package dev.chartroom.conformance.answer;

import static dev.chartroom.conformance.document.Yaml.parsed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.conformance.document.Pointers;
import dev.chartroom.conformance.document.Yaml;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NormaliserTest {
    private static final String GROUP = "apps.chartroom.dev";
    private static final Instant NOW = Instant.parse("2026-03-04T05:06:07Z");
    private static final String COLLECTION = "/apis/apps.chartroom.dev/v1/namespaces/n/widgets";
    private static final String UID = "0a1b2c3d-0000-4000-8000-0123456789ab";
    private static final String OTHER_UID = "ffffffff-0000-4000-9000-0123456789ab";

    private String source = "{}";
    private final List<Exchanged> exchanged = new ArrayList<>();

    @Test
    void generatedValuesAreReplacedByTheSameTokenEverywhere() {
        answered("/a", object("a", "120", UID));
        answered("/b", object("b", "100", OTHER_UID));
        answered("/a", object("a", "120", UID).replace("{name", "{continue: '', name"));

        assertThat(normalised())
                .containsExactly(
                        parsed(object("a", "rv2", "uid1").replace(NOW.toString(), "<time>")),
                        parsed(object("b", "rv1", "uid2").replace(NOW.toString(), "<time>")),
                        parsed(object("a", "rv2", "uid1")
                                .replace(NOW.toString(), "<time>")
                                .replace("{name", "{continue: '', name")));
    }

    @Test
    void theGroupIsReplacedInValuesAndNames() {
        answered(
                "/a",
                "{apiVersion: apps.chartroom.dev/v1, spec: {'apps.chartroom.dev-x': 'widgets.apps.chartroom.dev'}}");

        assertThat(normalised())
                .containsExactly(parsed("{apiVersion: <group>/v1, spec: {'<group>-x': widgets.<group>}}"));
    }

    @Test
    void valuesFromTheCaseAreKept() {
        source = "{steps: [{body: {metadata: {uid: " + UID + ", resourceVersion: '120'}}}]}";
        answered("/a", object("a", "120", UID));

        assertThat(normalised()).containsExactly(parsed(object("a", "120", UID).replace(NOW.toString(), "<time>")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-03-04T05:05:07Z",
                "2027-03-04T05:06:07Z",
                "2026-03-04T05:06:07.000Z",
                "2026-03-04T05:06:07+00:00",
                "2026-13-04T05:06:07Z"
            })
    void timeThatIsMalformedOrNotCurrentIsKept(String time) {
        answered("/a", "{metadata: {creationTimestamp: '" + time + "'}}");

        assertThat(normalised()).containsExactly(parsed("{metadata: {creationTimestamp: '" + time + "'}}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"''", "'0'", "'007'", "abc", "12", "null"})
    void invalidResourceVersionIsKept(String version) {
        answered("/a", "{metadata: {name: a, resourceVersion: " + version + "}}");

        assertThat(normalised()).containsExactly(parsed("{metadata: {name: a, resourceVersion: " + version + "}}"));
    }

    @Test
    void collectionVersionIsReplacedByOneToken() {
        answered("", "{kind: WidgetList, metadata: {resourceVersion: '77'}, items: [" + object("a", "77", UID) + "]}");
        answered("", "{kind: WidgetList, metadata: {resourceVersion: ''}, items: []}");

        assertThat(normalised())
                .containsExactly(
                        parsed("{kind: WidgetList, metadata: {resourceVersion: rv*}, items: ["
                                + object("a", "rv1", "uid1").replace(NOW.toString(), "<time>") + "]}"),
                        parsed("{kind: WidgetList, metadata: {resourceVersion: ''}, items: []}"));
    }

    @Test
    void onlyVersionsAndUidsAreReplacedInMessages() {
        answered("/a", object("a", "77", UID));
        source = "{steps: ['GET {objects}?resourceVersion=999']}";
        answered(
                "",
                "{kind: Status, metadata: {}, message: 'Too large resource version: 999, current: 80', details:"
                        + " {causes: [{message: 'the resourceVersion in the precondition (77) does not match (5) of "
                        + UID
                        + "'}]}}");

        assertThat(normalised().getLast())
                .isEqualTo(
                        parsed("{kind: Status, metadata: {}, message: 'Too large resource version: 999, current: rv*',"
                                + " details: {causes: [{message: 'the resourceVersion in the precondition (rv1) does not"
                                + " match (5) of uid1'}]}}"));
    }

    @Test
    void resourceVersionOfAnObjectInAMessageIsReplaced() {
        answered("/a", object("a", "77", UID));
        answered(
                "/a",
                "{kind: Status, metadata: {}, message: 'Invalid value:"
                        + " \"{\\\"resourceVersion\\\":\\\"77\\\",\\\"x\\\":77}\"'}");

        assertThat(normalised().getLast())
                .isEqualTo(parsed("{kind: Status, metadata: {}, message: 'Invalid value:"
                        + " \"{\\\"resourceVersion\\\":\\\"rv1\\\",\\\"x\\\":77}\"'}"));
    }

    @Test
    void generatedNameIsReplacedIfItsBaseWasSent() {
        exchanged.add(new Exchanged(
                "POST {objects}",
                "POST",
                COLLECTION,
                "{\"metadata\":{\"generateName\":\"w-\"}}",
                body("{metadata: {name: w-x7k2p}, spec: {title: w-x7k2p}}")));
        answered("/w-bcdfg", "{metadata: {name: w-bcdfg}}");

        assertThat(normalised())
                .containsExactly(
                        parsed("{metadata: {name: w-<generated1>}, spec: {title: w-<generated1>}}"),
                        parsed("{metadata: {name: w-bcdfg}}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"w-x7k2", "w-x7k2pp", "w-x7k2a", "v-x7k2p"})
    void wronglyGeneratedNameIsKept(String name) {
        exchanged.add(new Exchanged(
                "POST {objects}",
                "POST",
                COLLECTION,
                "{\"metadata\":{\"generateName\":\"w-\"}}",
                body("{metadata: {name: " + name + "}}")));

        assertThat(normalised()).containsExactly(parsed("{metadata: {name: " + name + "}}"));
    }

    @Test
    void managedFieldsAreSortedOnlyIfOrderedByTime() {
        String alice = "{manager: alice, operation: Update, time: '2026-03-04T05:06:07Z'}";
        String bob = "{manager: bob, operation: Update, time: '2026-03-04T05:06:06Z'}";
        answered("/a", "{metadata: {name: a, managedFields: [" + bob + "," + alice + "]}}");
        answered("/a", "{metadata: {name: a, managedFields: [" + alice + "," + bob + "]}}");

        assertThat(normalised())
                .extracting(body -> String.valueOf(Pointers.at(body, "/metadata/managedFields/0/manager")))
                .containsExactly("\"alice\"", "\"alice\"");
        assertThat(Pointers.at(normalised().get(1), "/metadata/managedFields/0/time"))
                .isEqualTo(Yaml.parse("<time>"));
        answered(
                "/a",
                "{metadata: {name: a, managedFields: [" + bob.replace("05:06:06", "05:06:08") + "," + alice + "]}}");
        assertThat(normalised().getLast())
                .isEqualTo(
                        parsed("{metadata: {name: a, managedFields: [{manager: bob, operation: Update, time: <time>},"
                                + " {manager: alice, operation: Update, time: <time>}]}}"));
    }

    @Test
    void onlyAgesInTheAgeColumnAreReplaced() {
        answered(
                "",
                "{kind: Table, metadata: {}, columnDefinitions: [{name: Name}, {name: Age}], rows: ["
                        + "{cells: [5s, 3s]}, {cells: [a, <unknown>]}, {cells: [a, 2h]}]}");

        assertThat(normalised())
                .containsExactly(
                        parsed("{kind: Table, metadata: {}, columnDefinitions: [{name: Name}, {name: Age}], rows: ["
                                + "{cells: [5s, <age>]}, {cells: [a, <unknown>]}, {cells: [a, 2h]}]}"));
    }

    @Test
    void unrequestedBookmarkIsKept() {
        String frames = "[{type: BOOKMARK, object: {metadata: {resourceVersion: '77'}}}]";
        watched("?watch=true&timeoutSeconds=1", frames);
        watched("?watch=true&timeoutSeconds=1&allowWatchBookmarks=true", frames);
        watched(
                "?watch=true&timeoutSeconds=1&allowWatchBookmarks=true",
                "[{type: BOOKMARK, object: {metadata: {annotations: {k8s.io/initial-events-end: 'true'}}}}]");

        assertThat(Normaliser.normalise(parsed(source), GROUP, exchanged, NOW, NOW))
                .extracting(step -> step.answer().arrayOrEmpty("frames").size())
                .containsExactly(1, 0, 1);
    }

    @Test
    void causesInRandomOrderAreSortedAndOtherCausesAreNot() {
        String cause = "{reason: %s, field: f, message: %s}";
        for (String reason : List.of("FieldManagerConflict", "Other")) {
            answered(
                    "/a",
                    "{kind: Status, details: {causes: [" + cause.formatted(reason, "b") + ","
                            + cause.formatted(reason, "a") + "]}}");
        }

        assertThat(normalised())
                .extracting(body -> String.valueOf(Pointers.at(body, "/details/causes/0/message")))
                .containsExactly("\"a\"", "\"b\"");
    }

    @Test
    void invalidSpecCausesAreSortedIfTheMessageHasTheSameOrder() {
        String status = "{kind: Status, reason: Invalid, message: 'Widget is invalid: [%s]', details: {causes:"
                + " [{field: z, message: m}, {field: spec.y, message: q}, {field: spec.y, message: p}, {field: spec.x,"
                + " message: a}, {field: b, message: n}]}}";
        answered("/a", status.formatted("z: m, spec.y: q, spec.y: p, spec.x: a, b: n"));
        answered("/a", status.formatted("z: m, spec.x: a, spec.y: q, spec.y: p, b: n"));

        assertThat(normalised())
                .containsExactly(
                        parsed("{kind: Status, reason: Invalid, message: 'Widget is invalid: [z: m, spec.x: a,"
                                + " spec.y: q, spec.y: p, b: n]', details: {causes: [{field: z, message: m},"
                                + " {field: spec.x, message: a}, {field: spec.y, message: q}, {field: spec.y,"
                                + " message: p}, {field: b, message: n}]}}"),
                        parsed(status.formatted("z: m, spec.x: a, spec.y: q, spec.y: p, b: n")));
    }

    @Test
    void causeWithoutAFieldStaysWithThePrecedingField() {
        String status = "{kind: Status, reason: Invalid, message: 'Widget is invalid: [%s]', details: {causes: [%s]}}";
        answered(
                "/a",
                status.formatted(
                        "spec.y: q, <nil>: y must validate r, spec.x: a, <nil>: b",
                        "{field: spec.y, message: q}, {field: <nil>, message: y must validate r}, {field: spec.x,"
                                + " message: a}, {field: <nil>, message: b}"));

        assertThat(normalised())
                .containsExactly(parsed(status.formatted(
                        "spec.x: a, spec.y: q, <nil>: y must validate r, <nil>: b",
                        "{field: spec.x, message: a}, {field: spec.y, message: q}, {field: <nil>, message: y must"
                                + " validate r}, {field: <nil>, message: b}")));
    }

    @Test
    void applyTypeErrorsAreSorted_unknownFieldReplacesOtherErrors() {
        String status = "{kind: Status, message: \"failed to create typed patch object (/a): %s\"}";
        answered("/a", status.formatted("errors:\\n  .spec.y: p\\n  .spec.x: q"));
        answered("/a", status.formatted("errors:\\n  .spec.y: p\\n  .spec.x: field not declared in schema"));
        answered("/a", status.formatted(".spec.y: p"));

        assertThat(normalised())
                .containsExactly(
                        parsed(status.formatted("errors:\\n  .spec.x: q\\n  .spec.y: p")),
                        parsed(status.formatted(".spec.x: field not declared in schema")),
                        parsed(status.formatted(".spec.y: p")));
    }

    private void answered(String path, String body) {
        exchanged.add(new Exchanged("GET {objects}" + path, "GET", COLLECTION + path, null, body(body)));
    }

    private void watched(String query, String frames) {
        JsonObject document = JsonObject.of("frames", Yaml.parse(frames));
        exchanged.add(new Exchanged("GET {objects}", "GET", COLLECTION + query, null, new ParityResponse(document)));
    }

    private List<JsonValue> normalised() {
        return Normaliser.normalise(parsed(source), GROUP, exchanged, NOW.minusSeconds(1), NOW.plusSeconds(1)).stream()
                .<JsonValue>map(step -> step.answer().objectOrEmpty("body"))
                .toList();
    }

    private static ParityResponse body(String yaml) {
        return new ParityResponse(JsonObject.of("body", parsed(yaml)));
    }

    private static String object(String name, String version, String uid) {
        return "{kind: Widget, metadata: {name: " + name + ", resourceVersion: '" + version + "', uid: " + uid
                + ", creationTimestamp: '" + NOW + "'}, spec: {size: 120}}";
    }
}
