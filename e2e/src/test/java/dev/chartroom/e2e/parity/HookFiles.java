package dev.chartroom.e2e.parity;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.conformance.document.Yaml;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The policies and webhooks of {@code parity/admission}, as objects of {@code admissionregistration.k8s.io}. */
final class HookFiles {
    static final Path FOLDER = CaseFiles.FOLDER.resolve("admission");
    private static final String API_VERSION = "admissionregistration.k8s.io/v1";
    private static final String PREFIX = "parity-";

    private HookFiles() {}

    static List<JsonObject> policies() {
        return Yaml.readAll(FOLDER.resolve("policies.yaml"));
    }

    static List<JsonObject> webhooks() {
        return Yaml.readAll(FOLDER.resolve("webhooks.yaml"));
    }

    /** Returns the values of the label that selects objects. */
    static Set<String> labels(List<JsonObject> files, String label) {
        return files.stream().map(file -> value(file, label)).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the objects to create, in this order. */
    static List<JsonObject> objects(String webhooksUrl, String caPem) {
        List<JsonObject> objects = new ArrayList<>();
        for (JsonObject file : policies()) {
            objects.add(policy(file));
            objects.add(binding(file));
        }
        for (JsonObject file : webhooks()) {
            objects.add(webhook(file, webhooksUrl, caPem));
        }
        return objects;
    }

    /** Returns the path of the resource of an object from {@link #objects}. */
    static String resource(JsonObject object) {
        String kind = object.stringOrEmpty("kind").toLowerCase(Locale.ROOT);
        return "/apis/" + API_VERSION + "/"
                + (kind.endsWith("y") ? kind.substring(0, kind.length() - 1) + "ies" : kind + "s");
    }

    private static JsonObject policy(JsonObject file) {
        JsonObject spec = file.objectOrEmpty("spec");
        JsonObject.Builder filled = spec.toBuilder().put("matchConstraints", constraints(file, "policy"));
        if (isMutating(file)) {
            filled.put("reinvocationPolicy", spec.string("reinvocationPolicy").orElse("Never"));
        }
        return object(file, "policy", type(file) + "AdmissionPolicy", "spec", filled.build());
    }

    private static JsonObject binding(JsonObject file) {
        JsonObject.Builder spec = JsonObject.builder().put("policyName", PREFIX + file.stringOrEmpty("policy"));
        if (!isMutating(file)) {
            spec.put("validationActions", JsonArray.ofStrings(List.of("Deny")));
        }
        spec.putAll(file.objectOrEmpty("binding"));
        return object(file, "policy", type(file) + "AdmissionPolicyBinding", "spec", spec.build());
    }

    private static JsonObject webhook(JsonObject file, String url, String caPem) {
        String name = file.stringOrEmpty("webhook");
        JsonObject.Builder webhook = JsonObject.builder()
                .put("name", name + ".parity.example.com")
                .put(
                        "clientConfig",
                        JsonObject.builder()
                                .put("url", file.string("url").orElse(url + "/" + name))
                                .put(
                                        "caBundle",
                                        Base64.getEncoder().encodeToString(caPem.getBytes(StandardCharsets.UTF_8)))
                                .build())
                .put("sideEffects", "None")
                .put("failurePolicy", file.string("failurePolicy").orElse("Fail"))
                .put("admissionReviewVersions", texts(file, "reviewVersions", "v1"))
                .put("objectSelector", selector(file, "webhook"))
                .put("rules", JsonArray.of(rule(file)));
        for (String field : List.of("timeoutSeconds", "reinvocationPolicy")) {
            webhook.putIfPresent(field, file.get(field));
        }
        webhook.putIfPresent("matchConditions", file.get("conditions"));
        return object(file, "webhook", type(file) + "WebhookConfiguration", "webhooks", JsonArray.of(webhook.build()));
    }

    private static JsonObject object(JsonObject file, String key, String kind, String field, JsonValue content) {
        return JsonObject.builder()
                .put("apiVersion", API_VERSION)
                .put("kind", kind)
                .put(
                        "metadata",
                        JsonObject.builder()
                                .put("name", PREFIX + file.stringOrEmpty(key))
                                .build())
                .put(field, content)
                .build();
    }

    private static JsonObject constraints(JsonObject file, String label) {
        JsonObject given = file.objectOrEmpty("spec").objectOrEmpty("matchConstraints");
        JsonObject.Builder constraints = JsonObject.builder();
        for (String field : List.of("namespaceSelector", "excludeResourceRules")) {
            constraints.putIfPresent(field, given.get(field));
        }
        JsonObject rule = rule(given);
        return constraints
                .put("objectSelector", selector(file, label))
                .put(
                        "resourceRules",
                        JsonArray.of(
                                given.has("resourceNames")
                                        ? rule.with("resourceNames", given.arrayOrEmpty("resourceNames"))
                                        : rule))
                .build();
    }

    private static JsonObject selector(JsonObject file, String label) {
        return JsonObject.of("matchLabels", JsonObject.of(label, new JsonString(value(file, label))));
    }

    private static String value(JsonObject file, String label) {
        return file.string("label").orElse(file.stringOrEmpty(label));
    }

    private static JsonObject rule(JsonObject given) {
        JsonArray operations = given.arrayOrEmpty("operations");
        return JsonObject.builder()
                .put("apiGroups", JsonArray.ofStrings(List.of(TestGroups.CRD, TestGroups.OURS)))
                .put("apiVersions", JsonArray.ofStrings(List.of("*")))
                .put("operations", operations.isEmpty() ? JsonArray.ofStrings(List.of("CREATE", "UPDATE")) : operations)
                .put("resources", JsonArray.ofStrings(List.of("*")))
                .build();
    }

    private static JsonArray texts(JsonObject file, String field, String absent) {
        JsonArray given = file.arrayOrEmpty(field);
        return given.isEmpty() ? JsonArray.ofStrings(List.of(absent)) : given;
    }

    private static String type(JsonObject file) {
        return isMutating(file) ? "Mutating" : "Validating";
    }

    private static boolean isMutating(JsonObject file) {
        return file.isTrue("mutating");
    }
}
