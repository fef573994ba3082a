package dev.chartroom.e2e.parity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.conformance.cases.Side;
import dev.chartroom.conformance.document.Pointers;
import dev.chartroom.conformance.document.Yaml;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.awaitility.Awaitility;

/** The policies of {@code parity/versions}, which refer to the stored version. Closing it deletes them. */
record VersionPolicies(Side side, List<String> created) implements AutoCloseable {
    private static final String POLICIES = "/apis/admissionregistration.k8s.io/v1/";

    static VersionPolicies install(Side side, Path file) {
        VersionPolicies policies = new VersionPolicies(side, new ArrayList<>());
        for (JsonObject policy : Yaml.readAll(file)) {
            String kind = policy.stringOrEmpty("kind");
            String name = "versions-" + policy.stringOrEmpty("name");
            boolean validates = kind.startsWith("Validating");
            policies.create(
                    kind.toLowerCase(Locale.ROOT).replaceFirst("y$", "ies"),
                    name,
                    policy.objectOrEmpty("spec").with("matchConstraints", constraints(policy)));
            JsonObject.Builder binding = JsonObject.builder().put("policyName", name);
            if (validates) {
                binding.put("validationActions", JsonArray.ofStrings(List.of("Deny")));
            }
            policies.create(kind.toLowerCase(Locale.ROOT) + "bindings", name, binding.build());
        }
        return policies;
    }

    private static JsonObject constraints(JsonObject policy) {
        JsonObject rule = JsonObject.builder()
                .put("apiGroups", JsonArray.ofStrings(List.of(TestGroups.CRD, TestGroups.OURS)))
                .put("apiVersions", JsonArray.ofStrings(List.of(TestKind.VERSION)))
                .put("operations", JsonArray.ofStrings(List.of("CREATE", "UPDATE")))
                .put("resources", JsonArray.ofStrings(List.of("gizmos")))
                .build();
        return JsonObject.builder()
                .put("matchPolicy", policy.string("matchPolicy").orElse("Equivalent"))
                .put("resourceRules", JsonArray.of(rule))
                .put(
                        "objectSelector",
                        JsonObject.of(
                                "matchLabels", JsonObject.of("policy", new JsonString(policy.stringOrEmpty("name")))))
                .build();
    }

    private void create(String resource, String name, JsonObject spec) {
        JsonObject object = JsonObject.builder()
                .put("metadata", JsonObject.builder().put("name", name).build())
                .put("spec", spec)
                .build();
        JsonObject answer = side.send("POST", POLICIES + resource, object);
        if (!Objects.equals(answer.get("code"), JsonNumber.of(201))) {
            throw new IllegalStateException(name + ": " + answer);
        }
        created.add(POLICIES + resource + "/" + name);
    }

    /** Waits until the policies are in force on a side. */
    void awaitInForce(Side asked, TestKind kind) {
        await(asked, kind, "few", 422, 9);
        await(asked, kind, "exact", 422, 1);
        Awaitility.await("titled in " + asked.group())
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(300))
                .untilAsserted(() -> assertThat(Pointers.at(created(asked, kind, "titled", 1), "/body/spec/title"))
                        .isEqualTo(new JsonString("set")));
    }

    private static void await(Side asked, TestKind kind, String policy, int code, int replicas) {
        Awaitility.await(policy + " in " + asked.group())
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(300))
                .until(() ->
                        Objects.equals(created(asked, kind, policy, replicas).get("code"), JsonNumber.of(code)));
    }

    private static JsonObject created(Side asked, TestKind kind, String policy, int replicas) {
        JsonObject object = JsonObject.builder()
                .put("apiVersion", asked.group() + "/" + TestKind.VERSION)
                .put("kind", kind.kind())
                .put(
                        "metadata",
                        JsonObject.builder()
                                .put("name", "awaited")
                                .put("labels", JsonObject.of("policy", new JsonString(policy)))
                                .build())
                .put("spec", JsonObject.builder().put("replicas", replicas).build())
                .build();
        return asked.send(
                "POST",
                "/apis/" + asked.group() + "/" + TestKind.VERSION + "/namespaces/default/" + kind.plural()
                        + "?dryRun=All",
                object);
    }

    @Override
    public void close() {
        created.reversed().forEach(path -> side.send("DELETE", path, null));
    }
}
