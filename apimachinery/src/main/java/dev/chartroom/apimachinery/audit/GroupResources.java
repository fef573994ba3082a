package dev.chartroom.apimachinery.audit;

import dev.chartroom.apimachinery.auth.RequestAttributes;
import java.util.List;

/**
 * The part of a rule that selects resources of an API group.
 *
 * @param group the name of the group; {@code *} for all groups
 * @param resources the resources, such as {@code pods} or {@code pods/log}. An asterisk stands for any resource or any
 *     subresource. An empty list stands for all resources of the group
 * @param resourceNames the names of objects; empty for all
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
        String requested = subresource.isEmpty() ? request.resource() : request.resource() + "/" + subresource;
        return resource.equals("*")
                || resource.equals(requested)
                || !subresource.isEmpty() && resource.equals("*/" + subresource)
                || resource.equals(request.resource() + "/*");
    }
}
