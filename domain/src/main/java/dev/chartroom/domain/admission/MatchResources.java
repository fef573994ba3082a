package dev.chartroom.domain.admission;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.LabelSelector;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which requests a policy, a binding or a webhook is about.
 *
 * @param rules one of which must match; where there are none, {@code matchesWithoutRules} decides
 * @param excluded none of which may match
 * @param matchesEquivalent whether a rule that names another version of the kind matches as well ({@code matchPolicy})
 */
record MatchResources(
        LabelSelector namespaceSelector,
        LabelSelector objectSelector,
        List<AdmissionRule> rules,
        List<AdmissionRule> excluded,
        boolean matchesWithoutRules,
        boolean matchesEquivalent) {

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
                true,
                matchesEquivalent(json));
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
                false,
                matchesEquivalent(json));
    }

    /** Both have it unless it is said to be exact. */
    private static boolean matchesEquivalent(JsonObject json) {
        return !json.stringOrEmpty("matchPolicy").equals("Exact");
    }

    /**
     * The version of the kind in which a request is meant; empty where it is not. Namespaces are looked at last: that one
     * cannot be found matters only to what would match otherwise.
     *
     * @param namespaceLabels the labels of a namespace; what it throws goes on
     */
    Optional<String> match(AdmissionAttributes attributes, Function<String, Map<String, String>> namespaceLabels) {
        Optional<String> version = rules.isEmpty()
                ? Optional.of(attributes.kind().version()).filter(_ -> matchesWithoutRules)
                : version(rules, attributes);
        return version.filter(_ -> version(excluded, attributes).isEmpty()
                && matchesObject(attributes)
                && (namespaceSelector.requirements().isEmpty()
                        || namespaceSelector.matches(namespaceLabels.apply(attributes.namespace()))));
    }

    private Optional<String> version(List<AdmissionRule> any, AdmissionAttributes attributes) {
        return versions(attributes.kind())
                .filter(version -> any.stream().anyMatch(rule -> rule.matches(attributes, version)))
                .findFirst();
    }

    /** Its own first. */
    private Stream<String> versions(ApplicationKind kind) {
        Stream<String> own = Stream.of(kind.version());
        return matchesEquivalent
                ? Stream.concat(own, kind.versions().names().stream()).distinct()
                : own;
    }

    /** Whether any such request could match, whatever its object. */
    boolean mayMatch(ApplicationKind kind, String subresource, Operation operation) {
        return rules.isEmpty()
                ? matchesWithoutRules
                : versions(kind)
                        .anyMatch(version ->
                                rules.stream().anyMatch(rule -> rule.matches(kind, version, subresource, operation)));
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
