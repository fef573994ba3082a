package dev.chartroom.domain.jsonpath;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** What leads from values to others. */
sealed interface Step permits Step.Field, Step.Wildcard, Step.Descent, Step.Union, Step.Literal, Slice, Filter {

    /** @throws PathFailure where it does not fit them */
    List<JsonValue> apply(List<JsonValue> values);

    /** A member of each object; what is no object has none. */
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

    /** Everything that is in each object or list. */
    record Wildcard() implements Step {
        @Override
        public List<JsonValue> apply(List<JsonValue> values) {
            List<JsonValue> found = new ArrayList<>();
            values.forEach(value -> found.addAll(inside(value)));
            return found;
        }
    }

    /** Each object or list that holds something, and those inside it. */
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

    /** What each of several ways leads to. */
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

    /** A value that the path itself says, once for each that there is. */
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
