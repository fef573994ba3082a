package dev.chartroom.domain.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The requests that a policy, a binding or a webhook matches.
 *
 * @param rules the rules, of which one must match; if there are none, {@code matchesWithoutRules} decides
 * @param excluded the rules for exclusion; a request that one of them matches is excluded
 * @param matchesEquivalent whether a rule for another version of the kind matches too ({@code matchPolicy})
 */
record MatchResources(
        LabelSelector namespaceSelector,
        LabelSelector objectSelector,
        List<AdmissionRule> rules,
        List<AdmissionRule> excluded,
        boolean matchesWithoutRules,
        boolean matchesEquivalent) {

    /**
     * Reads the {@code MatchResources} of a policy or binding.
     *
     * @throws IllegalArgumentException if a selector is malformed
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
     * Reads the rules and selectors of a webhook.
     *
     * @throws IllegalArgumentException if a selector is malformed
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

    /** The default of policies and webhooks is {@code Equivalent}. */
    private static boolean matchesEquivalent(JsonObject json) {
        return !json.stringOrEmpty("matchPolicy").equals("Exact");
    }

    /**
     * Returns the version in which a request matches; empty if the request matches in no version of the kind. The
     * namespace is checked last, so that a missing namespace affects only requests that otherwise match.
     *
     * @param namespaceLabels returns the labels of a namespace; its exceptions propagate
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

    /** Returns the versions to match, the kind's own version first. */
    private Stream<String> versions(ApplicationKind kind) {
        Stream<String> own = Stream.of(kind.version());
        return matchesEquivalent
                ? Stream.concat(own, kind.versions().names().stream()).distinct()
                : own;
    }

    /** Returns whether such a request could match, for any object. */
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
