package dev.chartroom.apimachinery.jsonpath;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** A step of a path from values to other values. */
sealed interface Step permits Step.Field, Step.Wildcard, Step.Descent, Step.Union, Step.Literal, Slice, Filter {

    /** @throws PathFailure if the step does not fit the values */
    List<JsonValue> apply(List<JsonValue> values);

    /** A member of each object. Values that are not objects are skipped. */
    record Field(String name) implements Step {
        @Override
        public List<JsonValue> apply(List<JsonValue> values) {
            List<JsonValue> found = new ArrayList<>();
            for (JsonValue value : values) {
                JsonValue member = value instanceof JsonObject object ? object.get(name) : null;
                if (member != null) {
                    found.add(member);
                }
            }
            return found;
        }
    }

    /** All members or items of each object or list. */
    record Wildcard() implements Step {
        @Override
        public List<JsonValue> apply(List<JsonValue> values) {
            List<JsonValue> found = new ArrayList<>();
            values.forEach(value -> found.addAll(inside(value)));
            return found;
        }
    }

    /** Each non-empty object or list, and each non-empty object or list inside it. */
    record Descent() implements Step {
        @Override
        public List<JsonValue> apply(List<JsonValue> values) {
            List<JsonValue> found = new ArrayList<>();
            descend(values, found);
            return found;
        }

        private static void descend(Collection<JsonValue> values, List<JsonValue> found) {
            for (JsonValue value : values) {
                Collection<JsonValue> inside = inside(value);
                if (!inside.isEmpty()) {
                    found.add(value);
                    descend(inside, found);
                }
            }
        }
    }

    /** The results of several sequences of steps. */
    record Union(List<Steps> ways) implements Step {
        @Override
        public List<JsonValue> apply(List<JsonValue> values) {
            List<JsonValue> found = new ArrayList<>();
            for (Steps way : ways) {
                try {
                    found.addAll(way.apply(values));
                } catch (PathFailure _) {
                    throw new PathFailure(values);
                }
            }
            return found;
        }
    }

    /** A literal in the path: the result contains its value once for each input value. */
    record Literal(JsonValue value) implements Step {
        @Override
        public List<JsonValue> apply(List<JsonValue> values) {
            return Collections.nCopies(values.size(), value);
        }
    }

    private static Collection<JsonValue> inside(JsonValue value) {
        return switch (value) {
            case JsonObject object -> object.members().values();
            case JsonArray(List<JsonValue> items) -> items;
            default -> List.of();
        };
    }
}
