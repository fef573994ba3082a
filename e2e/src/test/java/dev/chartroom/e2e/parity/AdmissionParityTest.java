package dev.chartroom.e2e.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.conformance.cases.CaseReader;
import dev.chartroom.conformance.cases.Parallel;
import dev.chartroom.conformance.cases.ParityCase;
import dev.chartroom.conformance.cases.Side;
import dev.chartroom.conformance.comparison.AcceptedRules;
import dev.chartroom.conformance.comparison.CaseComparison;
import dev.chartroom.conformance.document.Pointers;
import dev.chartroom.conformance.document.Yaml;
import dev.chartroom.e2e.access.CertificateAuthorities;
import dev.chartroom.e2e.controlplane.ControlPlane;
import dev.chartroom.e2e.controlplane.RequiresControlPlane;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Sends requests to a CRD and to a kind of Chartroom that have the same policies and webhooks (wire contract H2, H6,
 * H7). There are a few requests for each policy and webhook, and the cases of {@code parity/admission/cases}.
 */
@RequiresControlPlane
class AdmissionParityTest {
    private static final AcceptedRules RULES = AcceptedRules.shipped("chartroom", "helmrelease", "admission");
    private static final List<CaseComparison> COMPARISONS = new ArrayList<>();
    private static final List<JsonObject> REVIEWS = new ArrayList<>();
    private static final Map<String, String> HEADERS =
            Map.of("Content-Type", "application/json", "User-Agent", "parity/1.0");

    @BeforeAll
    static void run() throws Exception {
        ControlPlane controlPlane = ControlPlane.shared();
        CertificateAuthorities.Webhooks keys = CertificateAuthorities.webhooks();
        TestKinds kinds = TestKinds.of(CaseFiles.kinds().stream()
                .filter(kind -> kind.kind().equals("Widget"))
                .toList());
        List<ParityCase> cases = cases();
        try (ReviewingServer webhooks = ReviewingServer.start(keys.tls(), HookFiles.webhooks());
                Sides sides = Sides.start(controlPlane, kinds.all());
                Hooks _ = Hooks.install(sides.crd(), HookFiles.objects(webhooks.url(), keys.caPem()))) {
            Stream.of(sides.crd(), sides.ours()).forEach(AdmissionParityTest::awaitInForce);
            List<Sides.Answers> answers =
                    Parallel.map(cases, each -> sides.run(each, kinds.of(each), each.namespace()));
            REVIEWS.addAll(webhooks.reviews());
            for (int i = 0; i < cases.size(); i++) {
                COMPARISONS.add(CaseComparison.of(
                        cases.get(i), answers.get(i).crd(), answers.get(i).ours(), RULES));
            }
        }
        new ParityReport("Admission beside a CRD", COMPARISONS).publish("admission");
    }

    @Test
    void policiesAndWebhooksDecideAsForTheCrd() {
        ParityReport report = new ParityReport("Admission beside a CRD", COMPARISONS);

        assertThat(COMPARISONS).hasSizeGreaterThan(100);
        assertThat(COMPARISONS.stream().filter(each -> !each.isExplained()).count())
                .as(report.places() + report.unexplained())
                .isZero();
    }

    /**
     * Ignores the uid of an object that is being created, which Chartroom does not know before the release is stored.
     * Also ignores the default of the status, which the CRD has only for this comparison and which Chartroom adds when
     * it stores.
     */
    @Test
    void webhooksReceiveTheSameReviewsAsForTheCrd() {
        assertThat(reviewsOf(TestGroups.CRD)).hasSizeGreaterThan(100).isEqualTo(reviewsOf(TestGroups.OURS));
    }

    private static List<String> reviewsOf(String group) {
        return REVIEWS.stream()
                .filter(review -> review.toString().contains("\"group\":\"" + group + "\""))
                // The number of probes whether a webhook is in force varies.
                .filter(review -> !review.stringOrEmpty("webhook").contains("/ready-"))
                .map(review -> sorted(review).toString())
                .map(review -> review.replace(group, "<group>")
                        .replaceAll(",\"uid\":\"[^\"]*\"", "")
                        .replaceAll("\"resourceVersion\":\"[0-9]+\"", "\"resourceVersion\":\"<version>\"")
                        .replaceAll("\"[0-9T:-]{19}Z\"", "<time>")
                        .replace(",\"status\":{\"observedGeneration\":-1}", "")
                        .replaceAll("gen-[a-z0-9]{5}", "<generated>"))
                .sorted()
                .toList();
    }

    /** Sorts members, whose order does not matter. */
    private static JsonValue sorted(JsonValue value) {
        return switch (value) {
            case JsonObject object -> {
                JsonObject.Builder sorted = JsonObject.builder();
                new TreeMap<>(object.members()).forEach((name, member) -> sorted.put(name, sorted(member)));
                yield sorted.build();
            }
            case JsonArray array -> array.map(AdmissionParityTest::sorted);
            default -> value;
        };
    }

    @Test
    void everyAcceptedDifferenceIsStillThere() {
        assertThat(RULES.unused("admission")).isEmpty();
    }

    /** Returns the cases of the files, and one for each policy and webhook. */
    private static List<ParityCase> cases() {
        List<ParityCase> cases = new ArrayList<>();
        for (String topic : List.of("policies", "webhooks", "quota")) {
            Yaml.readAll(HookFiles.FOLDER.resolve("cases/" + topic + ".yaml"))
                    .forEach(document -> cases.add(CaseReader.read("H/" + topic, document)));
        }
        HookFiles.labels(HookFiles.policies(), "policy").forEach(value -> cases.add(creations("policy", value)));
        HookFiles.labels(HookFiles.webhooks(), "webhook").forEach(value -> cases.add(creations("webhook", value)));
        return cases;
    }

    /** Returns a case that creates a large object and a small one, which a policy may deny, and dry-runs a create. */
    private static ParityCase creations(String label, String value) {
        JsonObject large = object(label, value, "large", 7);
        JsonObject document = JsonObject.builder()
                .put("name", value)
                .put("contract", "H6,H7")
                .put(
                        "steps",
                        JsonArray.of(
                                step("POST {objects}?dryRun=All", large),
                                step("POST {objects}?fieldManager=alice", large),
                                step("POST {objects}", object(label, value, "small", 2)),
                                JsonObject.of("request", new JsonString("GET {objects}/large"))))
                .build();
        return CaseReader.read("H/each-" + label, document);
    }

    private static JsonObject step(String request, JsonObject body) {
        return JsonObject.builder().put("request", request).put("body", body).build();
    }

    private static JsonObject object(String label, String value, String name, int size) {
        return JsonObject.builder()
                .put("apiVersion", "{apiVersion}")
                .put("kind", "{kind}")
                .put(
                        "metadata",
                        JsonObject.builder()
                                .put("name", name)
                                .put("labels", JsonObject.of(label, new JsonString(value)))
                                .build())
                .put(
                        "spec",
                        JsonObject.builder()
                                .put("size", JsonNumber.of(size))
                                .put("title", "t")
                                .put("steps", JsonArray.ofStrings(List.of("a", "b")))
                                .put("settings", JsonObject.of("k", new JsonString("v")))
                                .build())
                .build();
    }

    /** Waits until policies and webhooks are in force, some time after their creation. */
    private static void awaitInForce(Side side) {
        String path = "/apis/" + side.group() + "/" + TestKind.VERSION + "/namespaces/default/widgets?dryRun=All";
        awaitInForce(side, path, object("policy", "ready-validating", "a", 1), 422);
        awaitInForce(side, path, object("policy", "ready-mutating", "a", 1), 201);
        awaitInForce(side, path, object("webhook", "ready-validating", "a", 1), 400);
        awaitInForce(side, path, object("webhook", "ready-mutating", "a", 1), 201);
        awaitInForce(side, path, object("policy", "params", "a", 7), 422);
    }

    private static void awaitInForce(Side side, String path, JsonObject object, int code) {
        String body = new String(new JacksonCodec().encode(object), StandardCharsets.UTF_8)
                .replace("{apiVersion}", side.group() + "/" + TestKind.VERSION)
                .replace("{kind}", "Widget");
        Awaitility.await(side.group() + " " + object)
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> {
                    JsonObject answer = side.send("POST", path, HEADERS, body).document();
                    assertThat(answer.get("code")).isEqualTo(JsonNumber.of(code));
                    if (code == 201) {
                        JsonValue ready = Pointers.at(answer, "/body/metadata/labels/ready");
                        assertThat(ready).isEqualTo(new JsonString("yes"));
                    }
                });
    }
}
