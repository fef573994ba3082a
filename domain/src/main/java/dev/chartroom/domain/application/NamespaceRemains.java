package dev.chartroom.domain.application;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Counts the objects that are left in a namespace that is being deleted, and records failed deletions. Both are reported
 * in the same conditions as by kube-controller-manager. Not thread-safe.
 */
public final class NamespaceRemains {
    private static final String CONTENT = "NamespaceContentRemaining";
    private static final String FINALIZERS = "NamespaceFinalizersRemaining";
    private static final String FAILURE = "NamespaceDeletionContentFailure";
    private static final Set<String> TYPES = Set.of(CONTENT, FINALIZERS, FAILURE);

    private final SortedMap<String, Integer> resources = new TreeMap<>();
    private final SortedMap<String, Integer> finalizers = new TreeMap<>();
    /** The first failure for each resource. */
    private final SortedMap<String, String> failures = new TreeMap<>();

    /** Starts without objects. */
    public NamespaceRemains() {}

    /** Counts an object that waits for its finalizers. */
    public void add(GroupResource resource, ObjectMeta object) {
        resources.merge(resource.toString(), 1, Integer::sum);
        object.finalizers().forEach(finalizer -> finalizers.merge(finalizer, 1, Integer::sum));
    }

    /** Records that an object could not be deleted. */
    public void addFailure(GroupResource resource, String message) {
        failures.putIfAbsent(resource.toString(), message);
    }

    /** Returns whether no object is left and no deletion failed. */
    public boolean isEmpty() {
        return resources.isEmpty() && failures.isEmpty();
    }

    /**
     * Returns the namespace with conditions about the objects that are left in it. The result equals the given
     * namespace if that namespace already has these conditions.
     */
    public Application toldIn(Application namespace, Instant now) {
        JsonArray before = namespace.status().arrayOrEmpty("conditions");
        List<JsonValue> conditions = new ArrayList<>(others(before).values());
        if (!failures.isEmpty()) {
            conditions.add(condition(
                    FAILURE,
                    "ContentDeletionFailed",
                    "Failed to delete all resource types, " + failures.size() + " remaining: "
                            + failures.values().stream().sorted().collect(Collectors.joining(", ")),
                    before,
                    now));
        }
        if (!resources.isEmpty()) {
            conditions.add(condition(
                    CONTENT,
                    "SomeResourcesRemain",
                    "Some resources are remaining: " + listed(resources, " has "),
                    before,
                    now));
        }
        if (!finalizers.isEmpty()) {
            conditions.add(condition(
                    FINALIZERS,
                    "SomeFinalizersRemain",
                    "Some content in the namespace has finalizers remaining: " + listed(finalizers, " in "),
                    before,
                    now));
        }
        return namespace.withStatus(namespace.status().with("conditions", new JsonArray(List.copyOf(conditions))));
    }

    /** Returns the conditions whose types this class does not set. */
    static JsonArray others(JsonArray conditions) {
        return new JsonArray(conditions.values().stream()
                .filter(condition ->
                        !(condition instanceof JsonObject object && TYPES.contains(object.stringOrEmpty("type"))))
                .toList());
    }

    private static String listed(SortedMap<String, Integer> counted, String between) {
        return counted.entrySet().stream()
                .map(each -> each.getKey() + between + each.getValue() + " resource instances")
                .collect(Collectors.joining(", "));
    }

    private static JsonObject condition(String type, String reason, String message, JsonArray before, Instant now) {
        JsonString since = before.objects().stream()
                .filter(known -> known.stringOrEmpty("type").equals(type))
                .flatMap(known -> known.string("lastTransitionTime").stream())
                .map(JsonString::new)
                .findFirst()
                .orElseGet(() -> new JsonString(ObjectMeta.timestamp(now)));
        return JsonObject.builder()
                .put("type", type)
                .put("status", "True")
                .put("lastTransitionTime", since)
                .put("reason", reason)
                .put("message", message)
                .build();
    }
}
