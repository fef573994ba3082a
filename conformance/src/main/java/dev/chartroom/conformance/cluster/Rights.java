package dev.chartroom.conformance.cluster;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The rights that a run needs. They are checked before the run makes anything. */
public final class Rights {
    private static final String REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

    private Rights() {}

    /**
     * Checks all rights.
     *
     * @throws ConformanceException if one is missing; the message has each missing verb and its resource
     */
    public static void check(ClusterApi api, TestedResource resource) {
        Map<String, Set<String>> missing = new LinkedHashMap<>();
        needed(resource).forEach((name, verbs) -> {
            for (String verb : new TreeSet<>(verbs)) {
                if (!isAllowed(api, verb, name)) {
                    missing.computeIfAbsent(name, _ -> new TreeSet<>()).add(verb);
                }
            }
        });
        if (!missing.isEmpty()) {
            List<String> lines = new ArrayList<>();
            missing.forEach((name, verbs) -> lines.add(String.join(", ", verbs) + " on " + name));
            throw new ConformanceException("the user lacks rights: " + String.join("; ", lines));
        }
    }

    /** Returns the needed verbs by resource, as {@code PLURAL.GROUP}, or without a group. */
    static Map<String, Set<String>> needed(TestedResource resource) {
        Map<String, Set<String>> needed = new LinkedHashMap<>();
        needed.put("customresourcedefinitions.apiextensions.k8s.io", Set.of("create", "get", "delete"));
        if (resource.namespaced()) {
            needed.put("namespaces", Set.of("create", "get", "delete"));
        }
        needed.put(resource.name(), resource.verbs());
        needed.put(
                resource.plural() + "." + Twin.GROUP,
                Set.of("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"));
        return needed;
    }

    private static boolean isAllowed(ClusterApi api, String verb, String name) {
        int dot = name.indexOf('.');
        JsonObject attributes = JsonObject.builder()
                .put("verb", verb)
                .put("group", dot < 0 ? "" : name.substring(dot + 1))
                .put("resource", dot < 0 ? name : name.substring(0, dot))
                .build();
        JsonObject review = JsonObject.builder()
                .put("apiVersion", "authorization.k8s.io/v1")
                .put("kind", "SelfSubjectAccessReview")
                .put("spec", JsonObject.of("resourceAttributes", attributes))
                .build();
        return api.create(REVIEWS, review).objectOrEmpty("status").isTrue("allowed");
    }
}
