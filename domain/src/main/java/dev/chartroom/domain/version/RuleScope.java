package dev.chartroom.domain.version;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The objects in a spec that a rule applies to: the spec itself, every item of a list, or every member of a map.
 *
 * @param steps the path to the objects; {@code [*]} stands for all items, {@code *} for all members
 */
record RuleScope(List<String> steps) {
    static final String ITEMS = "[*]";
    static final String MEMBERS = "*";
    static final RuleScope SPEC = new RuleScope(List.of());

    RuleScope {
        steps = List.copyOf(steps);
    }

    /**
     * Changes one of the objects. {@code others} has one element for each of the other specs: the object at the same
     * place, or null if the spec has no object there.
     */
    @FunctionalInterface
    interface Change {
        JsonObject of(JsonObject object, List<@Nullable JsonObject> others);
    }

    /** Returns a spec with each of the objects changed. */
    JsonObject change(JsonObject spec, List<@Nullable JsonObject> others, Change change) {
        return at(0, spec, others, change) instanceof JsonObject changed ? changed : spec;
    }

    private JsonValue at(int step, JsonValue value, List<? extends @Nullable JsonValue> others, Change change) {
        Deadline.check();
        if (step == steps.size()) {
            return value instanceof JsonObject object ? here(object, others, change) : value;
        }
        String name = steps.get(step);
        if (name.equals(ITEMS)) {
            return value instanceof JsonArray items ? items(step, items, others, change) : value;
        }
        if (!(value instanceof JsonObject object)) {
            return value;
        }
        JsonObject.Builder changed = object.toBuilder();
        for (String member : name.equals(MEMBERS) ? object.names() : List.of(name)) {
            JsonValue held = object.get(member);
            if (held != null) {
                changed.put(member, at(step + 1, held, members(others, member), change));
            }
        }
        return changed.build();
    }

    private JsonArray items(int step, JsonArray items, List<? extends @Nullable JsonValue> others, Change change) {
        List<JsonValue> changed = new ArrayList<>(items.size());
        for (int i = 0; i < items.size(); i++) {
            List<@Nullable JsonValue> same = new ArrayList<>();
            for (JsonValue other : others) {
                same.add(other instanceof JsonArray list && i < list.size() ? list.get(i) : null);
            }
            changed.add(at(step + 1, items.get(i), same, change));
        }
        return new JsonArray(changed);
    }

    private static List<@Nullable JsonValue> members(List<? extends @Nullable JsonValue> others, String name) {
        List<@Nullable JsonValue> members = new ArrayList<>();
        for (JsonValue other : others) {
            members.add(other instanceof JsonObject object ? object.get(name) : null);
        }
        return members;
    }

    private static JsonObject here(JsonObject object, List<? extends @Nullable JsonValue> others, Change change) {
        List<@Nullable JsonObject> objects = new ArrayList<>();
        for (JsonValue other : others) {
            objects.add(other instanceof JsonObject same ? same : null);
        }
        return change.of(object, objects);
    }

    /** Returns the path, such as {@code spec.users[*]}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("spec");
        steps.forEach(step -> text.append(step.equals(ITEMS) ? "" : ".").append(step));
        return text.toString();
    }
}
