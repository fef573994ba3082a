package dev.chartroom.apimachinery.audit;

import dev.chartroom.apimachinery.auth.RequestAttributes;
import java.util.Collections;
import java.util.List;

/**
 * One rule of a policy. An empty list matches everything.
 *
 * @param config the configuration of matching requests, including the settings of the whole policy
 */
record AuditRule(
        RequestAuditConfig config,
        List<String> users,
        List<String> userGroups,
        List<String> verbs,
        List<GroupResources> resources,
        List<String> namespaces,
        List<String> nonResourceUrls) {

    boolean matches(RequestAttributes attributes) {
        return admits(users, attributes.user().name())
                && (userGroups.isEmpty()
                        || !Collections.disjoint(userGroups, attributes.user().groups()))
                && admits(verbs, attributes.verb())
                && matchesTarget(attributes);
    }

    private boolean matchesTarget(RequestAttributes attributes) {
        boolean ofResources = !resources.isEmpty() || !namespaces.isEmpty();
        return switch (attributes) {
            case RequestAttributes.Resource request
            when ofResources ->
                admits(namespaces, request.namespace())
                        && (resources.isEmpty() || resources.stream().anyMatch(resource -> resource.matches(request)));
            case RequestAttributes.Resource _ -> nonResourceUrls.isEmpty();
            case RequestAttributes.NonResource request ->
                !ofResources
                        && (nonResourceUrls.isEmpty()
                                || nonResourceUrls.stream().anyMatch(url -> matches(url, request.path())));
        };
    }

    private static boolean matches(String url, String path) {
        return url.equals(path) || url.endsWith("*") && path.startsWith(url.substring(0, url.length() - 1));
    }

    private static boolean admits(List<String> listed, String value) {
        return listed.isEmpty() || listed.contains(value);
    }
}
