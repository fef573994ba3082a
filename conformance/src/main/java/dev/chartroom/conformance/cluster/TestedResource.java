package dev.chartroom.conformance.cluster;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A resource as discovery describes it.
 *
 * @param subresources their names, such as {@code status}
 */
public record TestedResource(
        String group,
        String version,
        String plural,
        String singular,
        String kind,
        boolean namespaced,
        Set<String> verbs,
        Set<String> subresources) {
    private static final Set<String> WRITES = Set.of("create", "update", "patch", "delete");

    public TestedResource {
        verbs = Set.copyOf(verbs);
        subresources = Set.copyOf(subresources);
    }

    /** Returns whether cases can make objects of their own, whose names collide with no others. */
    public boolean isWritable() {
        return namespaced && verbs.containsAll(WRITES);
    }

    /** Returns the name that a CustomResourceDefinition of the resource has. */
    public String name() {
        return plural + "." + group;
    }

    /**
     * Finds a resource.
     *
     * @param name such as {@code redises.apps.example.com}
     * @param version the wanted version; empty for the first one that has the resource, in the order of the cluster
     * @throws ConformanceException if the cluster does not serve it
     */
    public static TestedResource find(ClusterApi api, String name, Optional<String> version) {
        int dot = name.indexOf('.');
        if (dot <= 0 || dot == name.length() - 1) {
            throw new ConformanceException(
                    "--resource " + name + ": must be PLURAL.GROUP, such as redises.apps.example.com");
        }
        String plural = name.substring(0, dot);
        String group = name.substring(dot + 1);
        List<String> versions = version.map(List::of).orElseGet(() -> versions(api, name, group));
        Set<String> served = new LinkedHashSet<>();
        for (String each : versions) {
            List<JsonObject> resources = resources(api, group, each);
            Optional<TestedResource> found = of(resources, group, each, plural);
            if (found.isPresent()) {
                return found.get();
            }
            resources.stream()
                    .map(resource -> resource.stringOrEmpty("name"))
                    .filter(resource -> !resource.contains("/"))
                    .forEach(served::add);
        }
        throw new ConformanceException("--resource " + name + ": the group " + group + " has no resource " + plural
                + version.map(each -> " in version " + each).orElse("") + Spelling.question(plural, served));
    }

    private static List<String> versions(ClusterApi api, String name, String group) {
        JsonObject found = api.find("/apis/" + group)
                .orElseThrow(() -> new ConformanceException(
                        "--resource " + name + ": the cluster does not serve the group " + group));
        List<String> versions = new ArrayList<>();
        versions.add(found.objectOrEmpty("preferredVersion").stringOrEmpty("version"));
        found.arrayOrEmpty("versions").objects().stream()
                .map(each -> each.stringOrEmpty("version"))
                .filter(each -> !versions.contains(each))
                .forEach(versions::add);
        return versions;
    }

    private static List<JsonObject> resources(ClusterApi api, String group, String version) {
        return api.find("/apis/" + group + "/" + version)
                .map(list -> list.arrayOrEmpty("resources").objects())
                .orElse(List.of());
    }

    private static Optional<TestedResource> of(
            List<JsonObject> resources, String group, String version, String plural) {
        Set<String> subresources = new LinkedHashSet<>();
        for (JsonObject each : resources) {
            String name = each.stringOrEmpty("name");
            if (name.startsWith(plural + "/")) {
                subresources.add(name.substring(plural.length() + 1));
            }
        }
        return resources.stream()
                .filter(each -> each.stringOrEmpty("name").equals(plural))
                .findFirst()
                .map(each -> new TestedResource(
                        group,
                        version,
                        plural,
                        each.stringOrEmpty("singularName"),
                        each.stringOrEmpty("kind"),
                        each.isTrue("namespaced"),
                        Set.copyOf(each.arrayOrEmpty("verbs").strings()),
                        subresources));
    }
}
