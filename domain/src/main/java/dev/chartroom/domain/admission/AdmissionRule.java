package dev.chartroom.domain.admission;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;

/**
 * The requests that a policy or webhook matches: a {@code NamedRuleWithOperations}. Each list may contain {@code *}.
 * The resource {@code pods} does not match subresources; {@code pods/*} and {@code *}{@code /*} do.
 *
 * @param scope {@code Namespaced}, {@code Cluster} or {@code *}
 * @param resourceNames the names of objects; empty for all
 */
record AdmissionRule(
        List<String> operations,
        List<String> apiGroups,
        List<String> apiVersions,
        List<String> resources,
        String scope,
        List<String> resourceNames) {

    static AdmissionRule of(JsonObject rule) {
        return new AdmissionRule(
                rule.arrayOrEmpty("operations").strings(),
                rule.arrayOrEmpty("apiGroups").strings(),
                rule.arrayOrEmpty("apiVersions").strings(),
                rule.arrayOrEmpty("resources").strings(),
                rule.string("scope").orElse("*"),
                rule.arrayOrEmpty("resourceNames").strings());
    }

    static List<AdmissionRule> all(JsonArray rules) {
        return rules.objects().stream().map(AdmissionRule::of).toList();
    }

    /** @param version the version in which the request is matched */
    boolean matches(AdmissionAttributes attributes, String version) {
        return matches(attributes.kind(), version, attributes.subresource(), attributes.operation())
                && (resourceNames.isEmpty() || resourceNames.contains(attributes.name()));
    }

    /**
     * Returns whether the rule matches a request, regardless of the name of the object. Every ApplicationKind is
     * namespaced.
     */
    boolean matches(ApplicationKind kind, String version, String subresource, Operation operation) {
        return !scope.equals("Cluster")
                && has(operations, operation.name())
                && has(apiGroups, kind.group())
                && has(apiVersions, version)
                && resources.stream()
                        .anyMatch(resource -> matches(resource, kind.names().plural(), subresource));
    }

    private static boolean matches(String rule, String resource, String subresource) {
        int slash = rule.indexOf('/');
        String main = slash < 0 ? rule : rule.substring(0, slash);
        String sub = slash < 0 ? "" : rule.substring(slash + 1);
        return (main.equals("*") || main.equals(resource)) && (sub.equals("*") || sub.equals(subresource));
    }

    private static boolean has(List<String> values, String wanted) {
        return values.contains("*") || values.contains(wanted);
    }
}
