package dev.chartroom.ports.release;

import dev.chartroom.apimachinery.meta.GroupVersion;
import java.util.Map;

/** The resources that the cluster serves. Thread-safe. */
public interface ClusterResources {

    /**
     * A resource.
     *
     * @param plural the name in paths and in RBAC
     * @param isNamespaced whether its objects are in namespaces
     */
    record Resource(String plural, boolean isNamespaced) {}

    /**
     * Returns the resources of an API group and version by their kinds; empty if the cluster does not serve these.
     *
     * @throws dev.chartroom.apimachinery.status.ApiException ServiceUnavailable if the cluster cannot be reached
     */
    Map<String, Resource> of(GroupVersion groupVersion);
}
