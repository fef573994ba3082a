package dev.chartroom.domain.conversion;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * A part of a release. The template of the kind defines the part, and an update replaces it as a whole. Fields that
 * depend on each other are one part.
 *
 * @param parent the path of the object that has the part's fields, such as {@code spec.install}
 * @param names the names of the part's fields
 */
record ReleasePart(List<String> parent, List<String> names) {
    private static final List<ReleasePart> OF_SPEC = List.of(
            new ReleasePart(List.of("spec"), List.of("chartRef", "chart")),
            of("interval", "spec"),
            of("timeout", "spec"),
            of("maxHistory", "spec"),
            of("timeout", "spec", "install"),
            new ReleasePart(List.of("spec", "install"), List.of("strategy", "remediation")),
            of("disableWait", "spec", "install"),
            of("timeout", "spec", "upgrade"),
            new ReleasePart(List.of("spec", "upgrade"), List.of("strategy", "remediation")),
            of("disableWait", "spec", "upgrade"),
            of("serviceAccountName", "spec"),
            of("valuesFrom", "spec"),
            of("waitStrategy", "spec"),
            of("healthCheckExprs", "spec"),
            of("driftDetection", "spec"));

    private static ReleasePart of(String name, String... parent) {
        return new ReleasePart(List.of(parent), List.of(name));
    }

    /**
     * Returns the parts that the given releases can have: the parts of a spec, and one part for each label and
     * annotation of any of the releases.
     */
    static List<ReleasePart> of(JsonObject... releases) {
        List<ReleasePart> parts = new ArrayList<>(OF_SPEC);
        for (String map : List.of("labels", "annotations")) {
            Set<String> keys = new TreeSet<>();
            for (JsonObject release : releases) {
                keys.addAll(release.objectOrEmpty("metadata").objectOrEmpty(map).names());
            }
            keys.forEach(key -> parts.add(of(key, "metadata", map)));
        }
        return parts;
    }

    /** Returns this part of a release; empty if the release has none of the part's fields. */
    JsonObject in(JsonObject release) {
        JsonObject holder = release;
        for (String name : parent) {
            holder = holder.objectOrEmpty(name);
        }
        JsonObject.Builder part = JsonObject.builder();
        for (String name : names) {
            part.putIfPresent(name, holder.get(name));
        }
        return part.build();
    }

    /** Returns the release with this part replaced. An object that becomes empty is removed. */
    JsonObject replaced(JsonObject release, JsonObject part) {
        return replaced(release, parent, part);
    }

    private JsonObject replaced(JsonObject holder, List<String> path, JsonObject part) {
        if (path.isEmpty()) {
            JsonObject.Builder next = holder.toBuilder();
            names.stream().filter(name -> !part.has(name)).forEach(next::remove);
            return next.putAll(part).build();
        }
        String name = path.getFirst();
        JsonObject inner = replaced(holder.objectOrEmpty(name), path.subList(1, path.size()), part);
        return ReleaseConverter.withMember(holder, name, inner);
    }

    /** Returns the fields that differ between two states of this part. */
    List<FieldChange> changes(JsonObject before, JsonObject after) {
        List<FieldChange> changes = new ArrayList<>();
        for (String name : names) {
            JsonValue old = before.get(name);
            JsonValue next = after.get(name);
            if (!Objects.equals(old, next)) {
                changes.add(new FieldChange(path(name), old, next));
            }
        }
        return changes;
    }

    private String path(String name) {
        String holder = String.join(".", parent);
        return parent.getFirst().equals("metadata") ? holder + "[" + name + "]" : holder + "." + name;
    }
}
