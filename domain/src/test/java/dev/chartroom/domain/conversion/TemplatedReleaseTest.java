package dev.chartroom.domain.conversion;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplatedReleaseTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final String RECORD = "apps.example.com/application.template";
    private static final String ROLLOUT = "\"rollout\":{\"perMinute\":6}";

    private static final ApplicationKind BEFORE = kind("");

    /** Updates a release from a template without the field to a template with it, and back. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "interval":"9m"                 | spec.interval: "5m0s" -> "9m0s"
            "timeout":"4m"                  | spec.timeout: (none) -> "4m0s"
            "maxHistory":2                  | spec.maxHistory: 5 -> 2
            "installTimeout":"3m"           | spec.install.timeout: "10m0s" -> "3m0s"
            "upgradeTimeout":"3m"           | spec.upgrade.timeout: "10m0s" -> "3m0s"
            "onInstallFailure":{}           | spec.install.strategy: {"name":"RetryOnFailure","retryInterval":"30s"} -> {"name":"RemediateOnFailure"}
            "onUpgradeFailure":{"retries":1} | spec.upgrade.strategy: {"name":"RetryOnFailure","retryInterval":"30s"} -> {"name":"RemediateOnFailure"}; spec.upgrade.remediation: (none) -> {"retries":1}
            "disableWait":true              | spec.install.disableWait: (none) -> true; spec.upgrade.disableWait: (none) -> true
            "serviceAccountName":"tenant"   | spec.serviceAccountName: (none) -> "tenant"
            "valuesFrom":[{"kind":"Secret"}] | spec.valuesFrom: (none) -> [{"kind":"Secret"}]
            "waitStrategy":"legacy"         | spec.waitStrategy: (none) -> {"name":"legacy"}
            "healthCheckExprs":[{"kind":"A"}] | spec.waitStrategy: (none) -> {"name":"poller"}; spec.healthCheckExprs: (none) -> [{"kind":"A"}]
            "driftDetection":{"mode":"warn"} | spec.driftDetection: (none) -> {"mode":"warn"}
            "chartRef":{"name":"other"}     | spec.chartRef: {"kind":"OCIRepository","name":"redis","namespace":"charts"} -> {"name":"other"}
            "chart":{"spec":{}}             | spec.chartRef: {"kind":"OCIRepository","name":"redis","namespace":"charts"} -> (none); spec.chart: (none) -> {"spec":{}}
            "labels":{"tier":"gold"}        | metadata.labels[tier]: (none) -> "gold"
            "annotations":{"a/b":"c"}       | metadata.annotations[a/b]: (none) -> "c"
            """)
    void templateChangeIsAppliedAndReverted(String field, String changes) {
        ApplicationKind after = kind(field);
        JsonObject release = made(BEFORE);

        TemplatedRelease outdated = TemplatedRelease.of(after, release);
        assertThat(outdated.isOutdated()).isTrue();
        assertThat(String.join(
                        "; ",
                        outdated.changes().stream().map(FieldChange::toString).toList()))
                .isEqualTo(changes);

        JsonObject updated = outdated.updated(NOW);
        assertThat(withoutRecord(updated)).isEqualTo(withoutRecord(made(after)));
        assertThat(TemplatedRelease.of(after, updated).isOutdated()).isFalse();
        assertThat(withoutRecord(TemplatedRelease.of(BEFORE, updated).updated(NOW)))
                .isEqualTo(withoutRecord(release));
    }

    @Test
    void releaseThatMatchesTheTemplateIsNotOutdated() {
        assertThat(TemplatedRelease.of(BEFORE, made(BEFORE)).isOutdated()).isFalse();
        assertThat(TemplatedRelease.of(BEFORE, made(BEFORE)).updatedAt()).isEmpty();
    }

    @Test
    void kindWithoutRolloutRecordsNoTemplate() {
        JsonObject release = made(TestKinds.of(JsonObject.EMPTY));

        assertThat(release.objectOrEmpty("metadata").has("annotations")).isFalse();
        assertThat(made(BEFORE)
                        .objectOrEmpty("metadata")
                        .objectOrEmpty("annotations")
                        .names())
                .containsExactly(RECORD);
    }

    @Test
    void updateKeepsFieldsOutsideTheTemplate() {
        JsonObject release = with(
                made(BEFORE),
                "spec",
                spec -> spec.toBuilder()
                        .put("suspend", true)
                        .put("dependsOn", JsonArray.of(new JsonString("x")))
                        .put("values", JsonObject.of("_hidden", JsonNumber.of(1)))
                        .put("install", spec.objectOrEmpty("install").with("crds", new JsonString("Skip")))
                        .build());
        release = with(
                release,
                "metadata",
                metadata -> metadata.toBuilder()
                        .put("resourceVersion", "7")
                        .put("finalizers", JsonArray.of(new JsonString("finalizers.fluxcd.io")))
                        .put("labels", metadata.objectOrEmpty("labels").with("foreign", new JsonString("yes")))
                        .build());

        JsonObject updated = TemplatedRelease.of(kind("\"interval\":\"9m\",\"installTimeout\":\"1m\""), release)
                .updated(NOW);

        JsonObject expected = with(
                release,
                "spec",
                spec -> spec.toBuilder()
                        .put("interval", "9m0s")
                        .put("install", spec.objectOrEmpty("install").with("timeout", new JsonString("1m0s")))
                        .build());
        assertThat(withoutRecord(updated)).isEqualTo(withoutRecord(expected));
    }

    @Test
    void editedFieldIsKeptAndDoesNotMakeTheReleaseOutdated() {
        JsonObject edited = interval(made(BEFORE), "1h");

        TemplatedRelease unchanged = TemplatedRelease.of(BEFORE, edited);
        assertThat(unchanged.isOutdated()).isFalse();
        assertThat(unchanged.kept())
                .extracting(FieldChange::toString)
                .containsExactly("spec.interval: \"1h\" -> \"5m0s\"");

        TemplatedRelease changed = TemplatedRelease.of(kind("\"interval\":\"9m\",\"maxHistory\":2"), edited);
        assertThat(changed.changes()).extracting(FieldChange::path).containsExactly("spec.maxHistory");
        assertThat(changed.kept()).extracting(FieldChange::path).containsExactly("spec.interval");
        assertThat(changed.updated(NOW).objectOrEmpty("spec").stringOrEmpty("interval"))
                .isEqualTo("1h");
    }

    @Test
    void removedLabelStaysRemoved() {
        ApplicationKind labelled = kind("\"labels\":{\"tier\":\"gold\"}");
        JsonObject release = with(
                made(labelled),
                "metadata",
                metadata ->
                        metadata.with("labels", metadata.objectOrEmpty("labels").without("tier")));

        assertThat(TemplatedRelease.of(labelled, release).isOutdated()).isFalse();
        TemplatedRelease later = TemplatedRelease.of(kind("\"labels\":{\"tier\":\"gold\"},\"maxHistory\":1"), release);
        assertThat(later.updated(NOW)
                        .objectOrEmpty("metadata")
                        .objectOrEmpty("labels")
                        .has("tier"))
                .isFalse();
    }

    @Test
    void fieldEditedToTheTemplatesValueIsManagedAgain() {
        JsonObject edited = interval(made(BEFORE), "9m0s");
        ApplicationKind nine = kind("\"interval\":\"9m\"");

        TemplatedRelease settled = TemplatedRelease.of(nine, edited);
        assertThat(settled.changes()).isEmpty();
        assertThat(settled.isOutdated()).isTrue();

        JsonObject recorded = settled.updated(NOW);
        assertThat(withoutRecord(recorded)).isEqualTo(withoutRecord(edited));
        assertThat(TemplatedRelease.of(nine, recorded).isOutdated()).isFalse();
        assertThat(TemplatedRelease.of(kind("\"interval\":\"8m\""), recorded).changes())
                .extracting(FieldChange::path)
                .containsExactly("spec.interval");
    }

    /** A manually pinned chart is not combined with another one. */
    @Test
    void pinnedChartRefIsNotReplacedByAChartTemplate() {
        JsonObject pinned = with(
                made(BEFORE), "spec", spec -> spec.with("chartRef", JsonObject.of("name", new JsonString("pinned"))));

        TemplatedRelease release = TemplatedRelease.of(kind("\"chart\":{\"spec\":{}}"), pinned);

        assertThat(release.isOutdated()).isFalse();
        assertThat(release.kept()).extracting(FieldChange::path).containsExactly("spec.chartRef", "spec.chart");
    }

    @Test
    void withoutRecord_onlyFieldsThatChartroomSetAreUpdated() {
        ApplicationKind silent = TestKinds.of(object("{\"labels\":{\"old\":\"label\",\"tier\":\"silver\"}}"));
        JsonObject release = interval(made(silent), "1h");
        release = with(release, "metadata", metadata -> metadata.with("managedFields", TestJson.parse("""
                [{"manager":"chartroom","operation":"Update","fieldsV1":{"f:metadata":{"f:labels":{"f:old":{},"f:tier":{},
                    "f:apps.example.com/application.kind":{}, "f:apps.example.com-mine":{}}},
                  "f:spec":{"f:chartRef":{},"f:maxHistory":{},"f:install":{"f:timeout":{},"f:strategy":{}},
                    "f:upgrade":{"f:timeout":{},"f:strategy":{}}}}},
                 {"manager":"kubectl-edit","operation":"Update","fieldsV1":{"f:spec":{"f:interval":{},
                    "f:upgrade":{"f:strategy":{"f:name":{}}}}}},
                 {"manager":"helm-controller","operation":"Update","subresource":"status",
                    "fieldsV1":{"f:spec":{"f:maxHistory":{}}}}]
                """)));

        TemplatedRelease outdated = TemplatedRelease.of(
                kind(
                        "\"labels\":{\"tier\":\"gold\"},\"interval\":\"9m\",\"maxHistory\":2,\"timeout\":\"4m\",\"retryInterval\":\"9s\""),
                release);

        assertThat(outdated.changes())
                .extracting(FieldChange::path)
                .containsExactly(
                        "spec.timeout",
                        "spec.maxHistory",
                        "spec.install.strategy",
                        "metadata.labels[old]",
                        "metadata.labels[tier]");
        assertThat(outdated.kept())
                .extracting(FieldChange::path)
                .containsExactly("spec.interval", "spec.upgrade.strategy");
        assertThat(outdated.updated(NOW)
                        .objectOrEmpty("metadata")
                        .objectOrEmpty("labels")
                        .names())
                .contains("apps.example.com/application.kind")
                .doesNotContain("old");
    }

    /** Chartroom writes a client's request, so Chartroom is the owner of the annotation. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void requestsToFluxAreNoPartOfTheTemplate(boolean isRecorded) {
        JsonObject release = isRecorded ? made(BEFORE) : withoutRecord(made(BEFORE));
        JsonObject requested = with(
                release,
                "metadata",
                metadata -> metadata.toBuilder()
                        .put(
                                "annotations",
                                metadata.objectOrEmpty("annotations")
                                        .with(ReconcileRequests.REQUESTED_AT, new JsonString("1")))
                        .put("managedFields", JsonArray.of(object("""
                                {"manager":"chartroom","operation":"Update","fieldsV1":{"f:spec":{"f:interval":{}},
                                 "f:metadata":{"f:annotations":{"f:reconcile.fluxcd.io/requestedAt":{}}}}}
                                """)))
                        .build());

        assertThat(TemplatedRelease.of(BEFORE, requested).isOutdated()).isFalse();
        assertThat(TemplatedRelease.of(kind("\"interval\":\"9m\""), requested).changes())
                .extracting(FieldChange::path)
                .containsExactly("spec.interval");
    }

    @Test
    void withoutRecord_matchingReleaseIsNotOutdated() {
        assertThat(TemplatedRelease.of(BEFORE, withoutRecord(made(BEFORE))).isOutdated())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "{\"template\":{},\"updated\":\"soon\"}", "{}"})
    void unreadableRecordIsIgnored(String record) {
        JsonObject release = with(
                made(BEFORE),
                "metadata",
                metadata -> metadata.with("annotations", JsonObject.of(RECORD, new JsonString(record))));

        assertThat(TemplatedRelease.of(kind("\"interval\":\"9m\""), release).changes())
                .isEmpty();
    }

    @Test
    void releaseBeingDeletedIsNotOutdated() {
        JsonObject deleted = with(
                made(BEFORE),
                "metadata",
                metadata -> metadata.with("deletionTimestamp", new JsonString("2026-01-01T00:00:00Z")));

        assertThat(TemplatedRelease.of(kind("\"interval\":\"9m\""), deleted).isOutdated())
                .isFalse();
    }

    /** The update changes the spec of a release at generation 3. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            # before: observed, Ready, suspended; after: generation, observed, Ready, suspended; awaited
            3, True,    false, 4, 3, True,    false, true
            3, True,    false, 4, 4, Unknown, false, true
            3, True,    false, 4, 4, False,   false, true
            3, True,    false, 4, 4, True,    false, false
            3, True,    false, 5, 4, False,   false, false
            3, True,    false, 4, 4, False,   true,  false
            3, False,   false, 4, 4, False,   false, false
            2, True,    false, 4, 4, False,   false, false
            3, True,    true,  4, 4, False,   true,  false
            3, True,    true,  5, 4, False,   false, false
            """)
    void releaseIsAwaitedIfReadyBeforeTheUpdateAndNotReadyAfterIt(
            long observedBefore,
            String readyBefore,
            boolean suspendedBefore,
            long generation,
            long observed,
            String ready,
            boolean suspended,
            boolean awaited) {
        ApplicationKind after = kind("\"interval\":\"9m\"");
        JsonObject release = at(made(BEFORE), 3, observedBefore, readyBefore, suspendedBefore);

        JsonObject updated = TemplatedRelease.of(after, release).updated(NOW);

        TemplatedRelease later = TemplatedRelease.of(after, at(updated, generation, observed, ready, suspended));
        assertThat(later.isAwaited()).isEqualTo(awaited);
        assertThat(later.updatedAt()).contains(NOW);
    }

    @Test
    void labelOnlyUpdateIsNotAwaited() {
        ApplicationKind after = kind("\"labels\":{\"tier\":\"gold\"}");

        JsonObject updated = TemplatedRelease.of(after, at(made(BEFORE), 3, 3, "True", false))
                .updated(NOW);

        assertThat(TemplatedRelease.of(after, at(updated, 3, 3, "False", false)).isAwaited())
                .isFalse();
    }

    @Test
    void awaitedReleaseStaysAwaitedAfterTheNextUpdate() {
        ApplicationKind broken = kind("\"interval\":\"9m\"");
        ApplicationKind fixed = kind("\"interval\":\"8m\"");
        ApplicationKind labelled = kind("\"interval\":\"9m\",\"labels\":{\"tier\":\"gold\"}");
        JsonObject updated = TemplatedRelease.of(broken, at(made(BEFORE), 3, 3, "True", false))
                .updated(NOW);
        JsonObject awaited = at(updated, 4, 4, "False", false);

        JsonObject again = TemplatedRelease.of(fixed, awaited).updated(NOW);
        assertThat(TemplatedRelease.of(fixed, at(again, 5, 4, "False", false)).isAwaited())
                .isTrue();
        assertThat(TemplatedRelease.of(fixed, awaited).isAwaited()).isTrue();

        JsonObject relabelled = TemplatedRelease.of(labelled, awaited).updated(NOW);
        assertThat(TemplatedRelease.of(labelled, relabelled).isAwaited()).isTrue();
    }

    private static ApplicationKind kind(String fields) {
        return TestKinds.of(object("{" + ROLLOUT + (fields.isEmpty() ? "" : ",") + fields + "}"));
    }

    private static JsonObject made(ApplicationKind kind) {
        ObjectMeta named =
                ObjectMeta.builder().name("cache").namespace("team-a").build();
        return ReleaseConverter.newRelease(
                kind, new Application(kind.gvk(), named, object("{\"replicas\":2}"), JsonObject.EMPTY));
    }

    private static JsonObject interval(JsonObject release, String interval) {
        return with(release, "spec", spec -> spec.with("interval", new JsonString(interval)));
    }

    private static JsonObject at(JsonObject release, long generation, long observed, String ready, boolean suspended) {
        JsonObject condition = JsonObject.ofStrings(Map.of("type", "Ready", "status", ready));
        JsonObject status = JsonObject.builder()
                .put("observedGeneration", observed)
                .put("conditions", JsonArray.of(condition))
                .build();
        JsonObject counted =
                with(release, "metadata", metadata -> metadata.with("generation", JsonNumber.of(generation)));
        return with(
                        counted,
                        "spec",
                        spec -> suspended
                                ? spec.toBuilder().put("suspend", true).build()
                                : spec.without("suspend"))
                .with("status", status);
    }

    private static JsonObject withoutRecord(JsonObject release) {
        return with(release, "metadata", metadata -> {
            JsonObject annotations = metadata.objectOrEmpty("annotations").without(RECORD);
            return annotations.isEmpty() ? metadata.without("annotations") : metadata.with("annotations", annotations);
        });
    }

    private static JsonObject with(
            JsonObject object, String name, java.util.function.UnaryOperator<JsonObject> change) {
        JsonValue changed = change.apply(object.objectOrEmpty(name));
        return object.with(name, changed);
    }
}
