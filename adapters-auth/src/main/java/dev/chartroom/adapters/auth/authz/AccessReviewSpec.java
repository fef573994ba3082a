package dev.chartroom.adapters.auth.authz;

import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Converts request attributes to the spec of a SubjectAccessReview (wire contract C11). */
final class AccessReviewSpec {
    private AccessReviewSpec() {}

    static JsonObject of(RequestAttributes attributes) {
        UserInfo user = attributes.user();
        JsonObject.Builder spec = JsonObject.builder()
                .put("user", user.name())
                .putIfPresent("uid", user.uid())
                .put("groups", JsonArray.ofStrings(user.groups()))
                .put("extra", extra(user.extra()));
        switch (attributes) {
            case RequestAttributes.Resource resource -> spec.put("resourceAttributes", resource(resource));
            case RequestAttributes.NonResource(var _, String verb, String path) ->
                spec.put(
                        "nonResourceAttributes",
                        JsonObject.builder().put("verb", verb).put("path", path).build());
        }
        return spec.build();
    }

    private static JsonObject extra(Map<String, List<String>> extra) {
        JsonObject.Builder json = JsonObject.builder();
        extra.forEach((key, values) -> json.put(key, JsonArray.ofStrings(values)));
        return json.build();
    }

    private static JsonObject resource(RequestAttributes.Resource resource) {
        return JsonObject.builder()
                .putIfPresent("namespace", resource.namespace())
                .put("verb", resource.verb())
                .putIfPresent("group", resource.group())
                .putIfPresent("version", resource.version())
                .put("resource", resource.resource())
                .putIfPresent("subresource", resource.subresource())
                .putIfPresent("name", resource.name())
                .putIfPresent("fieldSelector", fields(resource.fieldSelector()))
                .putIfPresent("labelSelector", labels(resource.labelSelector()))
                .build();
    }

    private static @Nullable JsonObject fields(FieldSelector selector) {
        return selector(selector.requirements().stream()
                .map(requirement -> requirement(
                        requirement.field().path(), requirement.equal() ? "In" : "NotIn", List.of(requirement.value())))
                .toList());
    }

    private static @Nullable JsonObject labels(LabelSelector selector) {
        return selector(selector.requirements().stream()
                .flatMap(AccessReviewSpec::label)
                .toList());
    }

    /**
     * Converts a requirement; empty for the operators greater and less, which a review cannot express. Without the
     * requirement, the review asks for more access, never for less.
     */
    private static Stream<JsonValue> label(LabelSelector.Requirement requirement) {
        return switch (requirement.operator()) {
            case IN -> Stream.of(label(requirement, "In"));
            case NOT_IN -> Stream.of(label(requirement, "NotIn"));
            case EXISTS -> Stream.of(label(requirement, "Exists"));
            case DOES_NOT_EXIST -> Stream.of(label(requirement, "DoesNotExist"));
            case GREATER_THAN, LESS_THAN -> Stream.empty();
        };
    }

    private static JsonValue label(LabelSelector.Requirement requirement, String operator) {
        return requirement(requirement.key(), operator, requirement.values());
    }

    private static JsonValue requirement(String key, String operator, List<String> values) {
        JsonObject.Builder requirement = JsonObject.builder().put("key", key).put("operator", operator);
        if (!values.isEmpty()) {
            requirement.put("values", JsonArray.ofStrings(values));
        }
        return requirement.build();
    }

    private static @Nullable JsonObject selector(List<JsonValue> requirements) {
        return requirements.isEmpty() ? null : JsonObject.of("requirements", new JsonArray(requirements));
    }
}
