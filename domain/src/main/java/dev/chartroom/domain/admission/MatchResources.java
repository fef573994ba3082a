package dev.chartroom.domain.admission;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.LabelSelector;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which requests a policy, a binding or a webhook is about. A kind has one version, so nothing is matched by an
 * equivalent resource.
 *
 * @param rules one of which must match; where there are none, {@code matchesWithoutRules} decides
 * @param excluded none of which may match
 */
record MatchResources(
        LabelSelector namespaceSelector,
        LabelSelector objectSelector,
        List<AdmissionRule> rules,
        List<AdmissionRule> excluded,
        boolean matchesWithoutRules) {

    /**
     * Of a policy or binding.
     *
     * @throws IllegalArgumentException where a selector is malformed
     */
    static MatchResources ofPolicy(JsonObject json) {
        return new MatchResources(
                LabelSelector.ofJson(json.objectOrEmpty("namespaceSelector")),
                LabelSelector.ofJson(json.objectOrEmpty("objectSelector")),
                AdmissionRule.all(json.arrayOrEmpty("resourceRules")),
                AdmissionRule.all(json.arrayOrEmpty("excludeResourceRules")),
                true);
    }

    /**
     * Of a webhook.
     *
     * @throws IllegalArgumentException where a selector is malformed
     */
    static MatchResources ofWebhook(JsonObject json) {
        return new MatchResources(
                LabelSelector.ofJson(json.objectOrEmpty("namespaceSelector")),
                LabelSelector.ofJson(json.objectOrEmpty("objectSelector")),
                AdmissionRule.all(json.arrayOrEmpty("rules")),
                List.of(),
                false);
    }

    /**
     * Whether a request is meant. Namespaces are looked at last: that one cannot be found matters only to what would
     * match otherwise.
     *
     * @param namespaceLabels the labels of a namespace; what it throws goes on
     */
    boolean matches(AdmissionAttributes attributes, Function<String, Map<String, String>> namespaceLabels) {
        return (rules.isEmpty() ? matchesWithoutRules : rules.stream().anyMatch(rule -> rule.matches(attributes)))
                && excluded.stream().noneMatch(rule -> rule.matches(attributes))
                && matchesObject(attributes)
                && (namespaceSelector.requirements().isEmpty()
                        || namespaceSelector.matches(namespaceLabels.apply(attributes.namespace())));
    }

    /** Whether any such request could match, whatever its object. */
    boolean mayMatch(ApplicationKind kind, String subresource, Operation operation) {
        return rules.isEmpty()
                ? matchesWithoutRules
                : rules.stream().anyMatch(rule -> rule.matches(kind, subresource, operation));
    }

    private boolean matchesObject(AdmissionAttributes attributes) {
        return objectSelector.requirements().isEmpty()
                || matchesObject(attributes.object())
                || matchesObject(attributes.oldObject());
    }

    private boolean matchesObject(@Nullable JsonObject object) {
        return object != null
                && objectSelector.matches(
                        object.objectOrEmpty("metadata").objectOrEmpty("labels").strings());
    }
}
