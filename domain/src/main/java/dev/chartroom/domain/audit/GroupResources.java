package dev.chartroom.domain.audit;

import dev.chartroom.domain.auth.RequestAttributes;
import java.util.List;

/**
 * Resources of an API group, as a rule names them.
 *
 * @param group {@code *} for all
 * @param resources such as {@code pods}, {@code pods/log}, or with an asterisk for one or both parts; empty for all of
 *     the group
 * @param resourceNames the objects' names; empty for all
 */
record GroupResources(String group, List<String> resources, List<String> resourceNames) {

    boolean matches(RequestAttributes.Resource request) {
        if (!group.equals("*") && !group.equals(request.group())) {
            return false;
        }
        return resources.isEmpty()
                || (resourceNames.isEmpty() || resourceNames.contains(request.name()))
                        && resources.stream().anyMatch(resource -> matches(resource, request));
    }

    private static boolean matches(String resource, RequestAttributes.Resource request) {
        String subresource = request.subresource();
        String asked = subresource.isEmpty() ? request.resource() : request.resource() + "/" + subresource;
        return resource.equals("*")
                || resource.equals(asked)
                || !subresource.isEmpty() && resource.equals("*/" + subresource)
                || resource.equals(request.resource() + "/*");
    }
}
