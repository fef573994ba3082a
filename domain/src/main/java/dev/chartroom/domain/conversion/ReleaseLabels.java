package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Maps labels of an Application to those of its release. On the release, the labels and annotations of the Application
 * get the prefix {@code <group>-}, except the annotations in {@link ReconcileRequests}. Three other labels identify the
 * Application.
 */
public final class ReleaseLabels {
    private static final int MAX_NAME_PART = 63;
    private static final int MAX_PREFIX_PART = 253;

    private ReleaseLabels() {}

    static String prefix(String group) {
        return group + "-";
    }

    static String kindLabel(String group) {
        return group + "/application.kind";
    }

    static String groupLabel(String group) {
        return group + "/application.group";
    }

    static String nameLabel(String group) {
        return group + "/application.name";
    }

    /** Selects the releases of all kinds of a group. */
    public static LabelSelector ofGroup(String group) {
        return LabelSelector.equal(groupLabel(group), group);
    }

    /** Selects the releases of some kinds of one group. The list must have at least one kind. */
    public static LabelSelector ofKinds(List<ApplicationKind> kinds) {
        String group = kinds.getFirst().group();
        List<String> names = kinds.stream().map(kind -> kind.names().kind()).toList();
        return new LabelSelector(
                        List.of(new LabelSelector.Requirement(kindLabel(group), LabelSelector.Operator.IN, names)))
                .and(ofGroup(group));
    }

    /** Selects the releases of a kind. */
    public static LabelSelector ofKind(ApplicationKind kind) {
        return LabelSelector.equal(kindLabel(kind.group()), kind.names().kind()).and(ofGroup(kind.group()));
    }

    /**
     * Translates a label selector for the Applications of a kind to a label selector for their releases. If a key of
     * the selector is too long to be stored with the prefix, no Application has a label with this key.
     */
    public static LabelSelector ofKind(ApplicationKind kind, LabelSelector applications) {
        List<LabelSelector.Requirement> requirements =
                new ArrayList<>(ofKind(kind).requirements());
        for (LabelSelector.Requirement requirement : applications.requirements()) {
            String key = prefix(kind.group()) + requirement.key();
            if (isStorable(key)) {
                requirements.add(new LabelSelector.Requirement(key, requirement.operator(), requirement.values()));
            } else if (!requirement.matches(Map.of())) {
                // The added requirement contradicts the requirement for the kind, so no release matches. The store
                // still returns a list, because the empty list needs a resource version.
                requirements.add(new LabelSelector.Requirement(
                        kindLabel(kind.group()), LabelSelector.Operator.DOES_NOT_EXIST, List.of()));
            }
        }
        return new LabelSelector(requirements);
    }

    /**
     * Returns an Application's labels or annotations: the release's entries that have the prefix, without this prefix.
     */
    static Map<String, String> shown(String group, JsonObject onRelease) {
        String prefix = prefix(group);
        Map<String, String> shown = new LinkedHashMap<>();
        onRelease.members().forEach((key, value) -> {
            if (key.length() > prefix.length() && key.startsWith(prefix) && value instanceof JsonString(String text)) {
                shown.put(key.substring(prefix.length()), text);
            }
        });
        return shown;
    }

    /** Returns a release's labels or annotations, in which only the entries of the Application are replaced. */
    static JsonObject replaced(String group, JsonObject onRelease, Map<String, String> next) {
        Map<String, String> before = shown(group, onRelease);
        if (before.equals(next)) {
            return onRelease;
        }
        JsonObject.Builder replaced = onRelease.toBuilder();
        before.keySet().stream()
                .filter(key -> !next.containsKey(key))
                .forEach(key -> replaced.remove(prefix(group) + key));
        return replaced.putAll(prefixed(group, next)).build();
    }

    /** Returns an Application's labels or annotations with the prefix that they have on the release. */
    static JsonObject prefixed(String group, Map<String, String> ofApplication) {
        JsonObject.Builder prefixed = JsonObject.builder();
        ofApplication.forEach((key, value) -> prefixed.put(prefix(group) + key, value));
        return prefixed.build();
    }

    /** Returns the labels of a release that has a group but no kind. Such a release is not an Application. */
    public static JsonObject ofGroupAlone(String group, JsonObject labels) {
        return labels.with(groupLabel(group), new JsonString(group));
    }

    /** Returns the three labels by which a release is an Application of the kind with this name. */
    public static JsonObject identity(ApplicationKind kind, String name) {
        return identified(kind, JsonObject.EMPTY, name);
    }

    /** Adds the labels that identify an Application to the labels of its release. */
    static JsonObject identified(ApplicationKind kind, JsonObject labels, String name) {
        return labels.with(kindLabel(kind.group()), new JsonString(kind.names().kind()))
                .with(groupLabel(kind.group()), new JsonString(kind.group()))
                .with(nameLabel(kind.group()), new JsonString(name));
    }

    /**
     * Returns whether a label or annotation of a release belongs to the Application, identifies it, or is a record
     * about it.
     */
    static boolean isOfTheObject(String group, String key) {
        return key.startsWith(prefix(group)) || key.startsWith(group + "/application.");
    }

    private static boolean isStorable(String key) {
        int slash = key.indexOf('/');
        return slash < 0
                ? key.length() <= MAX_NAME_PART
                : slash <= MAX_PREFIX_PART && key.length() - slash - 1 <= MAX_NAME_PART;
    }
}
