package dev.chartroom.domain.conversion;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.LabelSelector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The names that labels and annotations of an Application have on its release: its own are prefixed with
 * {@code <group>-}, and three labels say which Application the release is.
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

    /** Selects the releases of some kinds of one group, at least one. */
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
     * Selects the releases of those Applications of a kind that a selector on their labels selects. A key that is too
     * long to be stored is a label that no Application has.
     */
    public static LabelSelector ofKind(ApplicationKind kind, LabelSelector applications) {
        List<LabelSelector.Requirement> requirements =
                new ArrayList<>(ofKind(kind).requirements());
        for (LabelSelector.Requirement requirement : applications.requirements()) {
            String key = prefix(kind.group()) + requirement.key();
            if (isStorable(key)) {
                requirements.add(new LabelSelector.Requirement(key, requirement.operator(), requirement.values()));
            } else if (!requirement.matches(Map.of())) {
                // Contradicts the identity label: nothing is selected, and the list still has its resource version.
                requirements.add(new LabelSelector.Requirement(
                        kindLabel(kind.group()), LabelSelector.Operator.DOES_NOT_EXIST, List.of()));
            }
        }
        return new LabelSelector(requirements);
    }

    /** What of a release's labels or annotations the Application shows. */
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

    /** A release's labels or annotations with the Application's replaced and all others as they were. */
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

    /** An Application's labels or annotations as the release has them. */
    static JsonObject prefixed(String group, Map<String, String> ofApplication) {
        JsonObject.Builder prefixed = JsonObject.builder();
        ofApplication.forEach((key, value) -> prefixed.put(prefix(group) + key, value));
        return prefixed.build();
    }

    /** Labels of a release that is of a group and of no kind, so that it is no Application. */
    public static JsonObject ofGroupAlone(String group, JsonObject labels) {
        return labels.with(groupLabel(group), new JsonString(group));
    }

    /** A release's labels with those that say which Application it is. */
    static JsonObject identified(ApplicationKind kind, JsonObject labels, String name) {
        return labels.with(kindLabel(kind.group()), new JsonString(kind.names().kind()))
                .with(groupLabel(kind.group()), new JsonString(kind.group()))
                .with(nameLabel(kind.group()), new JsonString(name));
    }

    /** Whether a label or annotation of a release is the Application's own, or says which one it is and who owns what. */
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
