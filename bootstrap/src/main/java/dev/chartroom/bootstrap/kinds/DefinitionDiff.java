package dev.chartroom.bootstrap.kinds;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.FieldError;
import dev.chartroom.domain.conversion.FieldChange;
import dev.chartroom.domain.evolution.DefinitionChange;
import dev.chartroom.domain.evolution.ObjectChange;
import dev.chartroom.domain.evolution.ObjectChange.DefaultChange;
import dev.chartroom.domain.evolution.ObjectChange.Fate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The effects of a change of a definition, for people and for programs. Not thread-safe. */
public final class DefinitionDiff {
    private static final int NAMED = 3;

    private final String resource;
    private final List<DefinitionChange> definition;
    private final Map<Fate, Integer> counts = new EnumMap<>(Fate.class);
    /** Objects with effects to report. */
    private final List<ObjectChange> objects = new ArrayList<>();

    private final Map<NamespacedName, List<FieldChange>> upgrades = new LinkedHashMap<>();

    /**
     * @param resource the resource of the kind, such as {@code redises.apps.example.com}
     * @param definition the changes of the definition itself
     */
    public DefinitionDiff(String resource, Collection<DefinitionChange> definition) {
        this.resource = resource;
        this.definition = List.copyOf(definition);
    }

    /** Adds an object. */
    public void add(ObjectChange object) {
        counts.merge(object.fate(), 1, Integer::sum);
        if (object.isInvalidated() || object.showsOthers()) {
            objects.add(object);
        }
    }

    /** Adds the changes that a rollout would make to the release of an object. */
    public void addUpgrade(NamespacedName object, List<FieldChange> changes) {
        upgrades.put(object, List.copyOf(changes));
    }

    /** Returns whether a rollout would change any release. */
    public boolean upgradesReleases() {
        return !upgrades.isEmpty();
    }

    /** Returns whether any compared object is lost or becomes invalid. */
    public boolean invalidatesObjects() {
        return count(Fate.LOST) + count(Fate.BECOMES_INVALID) > 0;
    }

    /** Returns whether the changes of the definition can lose or invalidate objects, even if no such object exists. */
    public boolean mayInvalidateObjects() {
        return definition.stream().anyMatch(change -> change.impact().mayInvalidate());
    }

    /** Returns the changes of the definition, one per line. */
    public List<String> definitionLines() {
        return definition.isEmpty()
                ? List.of(resource + ": the definitions do not differ")
                : definition.stream().map(DefinitionChange::toString).toList();
    }

    /**
     * Returns the effects on objects: first a line for each new error, then a line for each other effect with the
     * objects concerned, and last a line with the counts.
     */
    public List<String> objectLines() {
        List<String> lines = new ArrayList<>();
        Map<String, List<String>> grouped = new LinkedHashMap<>();
        for (ObjectChange object : objects) {
            String name = object.name().key();
            object.errors().forEach(error -> lines.add("invalid: " + name + ": " + error));
            object.inVersions()
                    .forEach(version -> version.errors()
                            .forEach(error ->
                                    lines.add("invalid: " + name + ": in " + version.version() + ": " + error)));
            if (object.fate() == Fate.LOST) {
                grouped.computeIfAbsent("lost", _ -> new ArrayList<>()).add(name);
            }
            group(grouped, "hidden: ", object.hidden(), name);
            group(grouped, "shown now: ", object.revealed(), name);
            group(
                    grouped,
                    "default: ",
                    object.defaults().stream().map(DefinitionDiff::sentence).toList(),
                    name);
        }
        upgrades.forEach((name, changes) -> group(
                grouped,
                "upgrade: ",
                changes.stream().map(FieldChange::toString).toList(),
                name.key()));
        grouped.forEach((what, names) -> lines.add(what + ": " + named(names)));
        lines.add("%s of %s: %d lost, %d become invalid, %d stay invalid, %d become valid, %d stay valid"
                .formatted(
                        counted(counts.values().stream()
                                .mapToInt(Integer::intValue)
                                .sum()),
                        resource,
                        count(Fate.LOST),
                        count(Fate.BECOMES_INVALID),
                        count(Fate.STAYS_INVALID),
                        count(Fate.BECOMES_VALID),
                        count(Fate.STAYS_VALID)));
        return lines;
    }

    /**
     * Returns everything as JSON.
     *
     * @param withObjects whether objects were compared
     */
    public JsonObject toJson(boolean withObjects) {
        JsonObject.Builder json = JsonObject.builder()
                .put("resource", resource)
                .put(
                        "definition",
                        new JsonArray(definition.stream()
                                .<JsonValue>map(change -> JsonObject.builder()
                                        .put("impact", change.impact().text())
                                        .put("path", change.path())
                                        .put("message", change.sentence())
                                        .build())
                                .toList()));
        if (withObjects) {
            JsonObject.Builder fates = JsonObject.builder();
            for (Fate fate : Fate.values()) {
                fates.put(fateName(fate), count(fate));
            }
            json.put("counts", fates.build())
                    .put(
                            "objects",
                            new JsonArray(objects.stream()
                                    .<JsonValue>map(DefinitionDiff::json)
                                    .toList()))
                    .put(
                            "upgrades",
                            new JsonArray(upgrades.entrySet().stream()
                                    .<JsonValue>map(each -> upgrade(each.getKey(), each.getValue()))
                                    .toList()));
        }
        return json.build();
    }

    private static JsonObject json(ObjectChange object) {
        return JsonObject.builder()
                .put("namespace", object.name().namespace())
                .put("name", object.name().name())
                .put("fate", fateName(object.fate()))
                .put("errors", errors(object.errors()))
                .put(
                        "inVersions",
                        new JsonArray(object.inVersions().stream()
                                .<JsonValue>map(version -> JsonObject.builder()
                                        .put("version", version.version())
                                        .put("errors", errors(version.errors()))
                                        .build())
                                .toList()))
                .put("hidden", JsonArray.ofStrings(object.hidden()))
                .put("shownNow", JsonArray.ofStrings(object.revealed()))
                .put(
                        "defaults",
                        new JsonArray(object.defaults().stream()
                                .<JsonValue>map(change -> JsonObject.builder()
                                        .put("path", change.path())
                                        .putIfPresent("before", change.before())
                                        .putIfPresent("after", change.after())
                                        .build())
                                .toList()))
                .build();
    }

    private static JsonObject upgrade(NamespacedName object, List<FieldChange> changes) {
        return JsonObject.builder()
                .put("namespace", object.namespace())
                .put("name", object.name())
                .put(
                        "changes",
                        new JsonArray(changes.stream()
                                .<JsonValue>map(change -> JsonObject.builder()
                                        .put("path", change.path())
                                        .putIfPresent("before", change.before())
                                        .putIfPresent("after", change.after())
                                        .build())
                                .toList()))
                .build();
    }

    private static JsonArray errors(List<FieldError> errors) {
        return new JsonArray(errors.stream()
                .<JsonValue>map(error -> JsonObject.builder()
                        .put("field", error.field())
                        .put("message", error.message())
                        .build())
                .toList());
    }

    /** Returns the name of a fate in JSON, such as {@code becomesInvalid} for {@code BECOMES_INVALID}. */
    private static String fateName(Fate fate) {
        String[] words = fate.name().toLowerCase(Locale.ROOT).split("_");
        return words.length == 1
                ? words[0]
                : words[0] + words[1].substring(0, 1).toUpperCase(Locale.ROOT) + words[1].substring(1);
    }

    private static void group(Map<String, List<String>> grouped, String what, List<String> things, String name) {
        things.stream()
                .map(thing -> what + thing.replaceAll("\\[\\d+]", "[*]"))
                .distinct()
                .forEach(thing ->
                        grouped.computeIfAbsent(thing, _ -> new ArrayList<>()).add(name));
    }

    private static String sentence(DefaultChange change) {
        return change.path() + " is "
                + (change.after() == null ? "not shown" : change.after())
                + ", was "
                + (change.before() == null ? "not shown" : change.before());
    }

    private static String named(List<String> names) {
        String first = names.stream().limit(NAMED).collect(Collectors.joining(", "));
        int rest = names.size() - NAMED;
        return counted(names.size()) + ": " + first + (rest > 0 ? " and " + rest + " more" : "");
    }

    private static String counted(int objects) {
        return objects + (objects == 1 ? " object" : " objects");
    }

    private int count(Fate fate) {
        return counts.getOrDefault(fate, 0);
    }
}
