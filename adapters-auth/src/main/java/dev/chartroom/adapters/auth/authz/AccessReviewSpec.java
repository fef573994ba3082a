package dev.chartroom.adapters.auth.authz;

import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import io.kubernetes.client.openapi.models.V1FieldSelectorAttributes;
import io.kubernetes.client.openapi.models.V1FieldSelectorRequirement;
import io.kubernetes.client.openapi.models.V1LabelSelectorAttributes;
import io.kubernetes.client.openapi.models.V1LabelSelectorRequirement;
import io.kubernetes.client.openapi.models.V1NonResourceAttributes;
import io.kubernetes.client.openapi.models.V1ResourceAttributes;
import io.kubernetes.client.openapi.models.V1SubjectAccessReviewSpec;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Converts request attributes to the spec of a SubjectAccessReview (wire contract C11). */
final class AccessReviewSpec {
    private AccessReviewSpec() {}

    static V1SubjectAccessReviewSpec of(RequestAttributes attributes) {
        UserInfo user = attributes.user();
        V1SubjectAccessReviewSpec spec = new V1SubjectAccessReviewSpec()
                .user(user.name())
                .uid(nullIfEmpty(user.uid()))
                .groups(user.groups())
                .extra(user.extra());
        return switch (attributes) {
            case RequestAttributes.Resource resource -> spec.resourceAttributes(resource(resource));
            case RequestAttributes.NonResource(var _, String verb, String path) ->
                spec.nonResourceAttributes(
                        new V1NonResourceAttributes().verb(verb).path(path));
        };
    }

    private static V1ResourceAttributes resource(RequestAttributes.Resource resource) {
        return new V1ResourceAttributes()
                .namespace(nullIfEmpty(resource.namespace()))
                .verb(resource.verb())
                .group(nullIfEmpty(resource.group()))
                .version(nullIfEmpty(resource.version()))
                .resource(resource.resource())
                .subresource(nullIfEmpty(resource.subresource()))
                .name(nullIfEmpty(resource.name()))
                .fieldSelector(fields(resource.fieldSelector()))
                .labelSelector(labels(resource.labelSelector()));
    }

    private static @Nullable V1FieldSelectorAttributes fields(FieldSelector selector) {
        List<V1FieldSelectorRequirement> requirements = selector.requirements().stream()
                .map(requirement -> new V1FieldSelectorRequirement()
                        .key(requirement.field().path())
                        .operator(requirement.equal() ? "In" : "NotIn")
                        .values(List.of(requirement.value())))
                .toList();
        return requirements.isEmpty() ? null : new V1FieldSelectorAttributes().requirements(requirements);
    }

    private static @Nullable V1LabelSelectorAttributes labels(LabelSelector selector) {
        List<V1LabelSelectorRequirement> requirements = selector.requirements().stream()
                .flatMap(AccessReviewSpec::label)
                .toList();
        return requirements.isEmpty() ? null : new V1LabelSelectorAttributes().requirements(requirements);
    }

    /**
     * Converts a requirement; empty for the operators greater and less, which a review cannot express. Without the
     * requirement, the review asks for more access, never for less.
     */
    private static Stream<V1LabelSelectorRequirement> label(LabelSelector.Requirement requirement) {
        return switch (requirement.operator()) {
            case IN -> Stream.of(label(requirement, "In"));
            case NOT_IN -> Stream.of(label(requirement, "NotIn"));
            case EXISTS -> Stream.of(label(requirement, "Exists"));
            case DOES_NOT_EXIST -> Stream.of(label(requirement, "DoesNotExist"));
            case GREATER_THAN, LESS_THAN -> Stream.empty();
        };
    }

    private static V1LabelSelectorRequirement label(LabelSelector.Requirement requirement, String operator) {
        return new V1LabelSelectorRequirement()
                .key(requirement.key())
                .operator(operator)
                .values(requirement.values().isEmpty() ? null : requirement.values());
    }

    private static @Nullable String nullIfEmpty(String value) {
        return value.isEmpty() ? null : value;
    }
}
