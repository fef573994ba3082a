package dev.chartroom.core.subresource;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.ports.release.ClusterObjects;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the objects that workloads own: ReplicaSets, Jobs and Pods, by the owner reference of their controller. Used by
 * one request.
 */
final class OwnedObjects {
    /** The most objects of a resource that are searched. */
    private static final int LIMIT = 500;

    private static final GroupVersion CORE = new GroupVersion("", "v1");
    private static final GroupVersion APPS = new GroupVersion("apps", "v1");
    private static final GroupVersion BATCH = new GroupVersion("batch", "v1");
    static final Set<String> OWNERS = Set.of("Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "Job", "CronJob");

    private final ClusterObjects objects;
    private final String namespace;
    private final Map<String, List<JsonObject>> byController = new HashMap<>();
    private final List<JsonObject> unreadable = new ArrayList<>();
    private boolean isRead;

    /** @param owner the kind and name of the owner, such as {@code ReplicaSet/web-1} */
    record Owned(JsonObject object, String owner) {}

    OwnedObjects(ClusterObjects objects, String namespace) {
        this.objects = objects;
        this.namespace = namespace;
    }

    /** Returns what an object owns, and what these own; nothing of a ReplicaSet without replicas. */
    List<Owned> of(JsonObject owner) {
        if (!OWNERS.contains(owner.stringOrEmpty("kind"))) {
            return List.of();
        }
        if (!isRead) {
            isRead = true;
            read(APPS, "replicasets", "ReplicaSet");
            read(BATCH, "jobs", "Job");
            read(CORE, "pods", "Pod");
        }
        List<Owned> owned = new ArrayList<>();
        String uid = owner.objectOrEmpty("metadata").stringOrEmpty("uid");
        String text = owner.stringOrEmpty("kind") + "/"
                + owner.objectOrEmpty("metadata").stringOrEmpty("name");
        // Each object has one controller and is taken once, so a circle of owners ends.
        List<JsonObject> controlled = byController.getOrDefault(uid, List.of());
        byController.remove(uid);
        for (JsonObject object : controlled) {
            owned.add(new Owned(object, text));
            owned.addAll(of(object));
        }
        return owned;
    }

    /** Returns the kinds that the server may not list, as objects without a name. */
    List<JsonObject> unreadable() {
        return List.copyOf(unreadable);
    }

    private void read(GroupVersion version, String plural, String kind) {
        Optional<List<JsonObject>> listed = objects.list(version, plural, namespace, LIMIT);
        if (listed.isEmpty()) {
            unreadable.add(JsonObject.builder()
                    .put("apiVersion", version.toString())
                    .put("kind", kind)
                    .build());
        }
        for (JsonObject object : listed.orElse(List.of())) {
            JsonObject typed = JsonObject.builder()
                    .put("apiVersion", version.toString())
                    .put("kind", kind)
                    .put("metadata", object.objectOrEmpty("metadata").without("managedFields"))
                    // Nothing else of a spec is needed, and the spec of a pod is large.
                    .put(
                            "spec",
                            JsonObject.builder()
                                    .putIfPresent(
                                            "replicas",
                                            object.objectOrEmpty("spec").get("replicas"))
                                    .build())
                    .put("status", object.objectOrEmpty("status"))
                    .build();
            boolean isOld = kind.equals("ReplicaSet")
                    && "0".equals(String.valueOf(object.objectOrEmpty("spec").get("replicas")))
                    && "0".equals(String.valueOf(object.objectOrEmpty("status").get("replicas")));
            if (!isOld) {
                object.objectOrEmpty("metadata").arrayOrEmpty("ownerReferences").objects().stream()
                        .filter(reference -> reference.isTrue("controller")
                                && !reference.stringOrEmpty("uid").isEmpty())
                        .forEach(reference -> byController
                                .computeIfAbsent(reference.stringOrEmpty("uid"), _ -> new ArrayList<>())
                                .add(typed));
            }
        }
    }
}
