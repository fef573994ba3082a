package dev.chartroom.domain.meta;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which fields metav1.ObjectMeta has; any other is dropped when metadata is read (wire contract D29). */
public final class ObjectMetaFields {
    private static final Set<String> KNOWN = Set.of(
            "name",
            "generateName",
            "namespace",
            "selfLink",
            "uid",
            "resourceVersion",
            "generation",
            "creationTimestamp",
            "deletionTimestamp",
            "deletionGracePeriodSeconds",
            "labels",
            "annotations",
            "ownerReferences",
            "finalizers",
            "managedFields");
    private static final Map<String, Set<String>> KNOWN_IN_LISTS = Map.of(
            "ownerReferences", Set.of("apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion"),
            "managedFields",
                    Set.of("manager", "operation", "apiVersion", "time", "fieldsType", "fieldsV1", "subresource"));

    private ObjectMetaFields() {}

    /** The paths of the unknown fields, such as {@code metadata.foo}, sorted as upstream meets them. */
    public static List<String> unknown(JsonObject metadata) {
        List<String> unknown = new ArrayList<>();
        for (String field : metadata.names().stream().sorted().toList()) {
            if (!KNOWN.contains(field)) {
                unknown.add("metadata." + field);
            } else if (metadata.get(field) instanceof JsonArray entries && KNOWN_IN_LISTS.containsKey(field)) {
                inside(field, entries, KNOWN_IN_LISTS.get(field), unknown);
            }
        }
        return unknown;
    }

    private static void inside(String field, JsonArray entries, Set<String> known, List<String> unknown) {
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i) instanceof JsonObject entry) {
                for (String member : entry.names().stream().sorted().toList()) {
                    if (!known.contains(member)) {
                        unknown.add("metadata." + field + "[" + i + "]." + member);
                    }
                }
            }
        }
    }
}
