package dev.chartroom.domain.release;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.Schema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The values with which a chart was rendered, as far as the user of an object may see them.
 *
 * @param known the values whose source is known, in the order of their paths in the chart
 * @param isComplete whether there are no other values. Other values come from Secrets and ConfigMaps, from an earlier
 *     spec, or from the platform. Neither their paths nor their contents are here
 */
public record EffectiveValues(List<Value> known, boolean isComplete) {

    /** The source of a value. */
    public enum Source {
        /** The spec of the object. */
        SPEC,
        /** {@code values.yaml} of the chart, with the value that the schema declares as the default. */
        DEFAULT,
        /** {@code values.yaml} of the chart, with a value that the schema does not declare as the default. */
        CHART;

        /** Returns the name in answers. */
        public String text() {
            return switch (this) {
                case SPEC -> "spec";
                case DEFAULT -> "default";
                case CHART -> "chart";
            };
        }
    }

    /**
     * A value that is no object with members.
     *
     * @param path the names of the members that lead to the value
     */
    public record Value(List<String> path, JsonValue value, Source source) {
        public Value {
            path = List.copyOf(path);
        }
    }

    public EffectiveValues {
        known = List.copyOf(known);
    }

    /**
     * Returns the values of a revision, with the current spec of the object: Helm gets it as soon as Flux has seen it.
     *
     * @param spec the spec of the object, as its user sees it
     * @param schema the schema of the spec
     */
    public static EffectiveValues of(HelmRecord record, JsonObject spec, Schema schema) {
        Collector collector = new Collector();
        collector.members(List.of(), record.defaults(), record.values(), spec, schema.json());
        return new EffectiveValues(collector.known, collector.isComplete);
    }

    private static final class Collector {
        private final List<Value> known = new ArrayList<>();
        private boolean isComplete = true;

        /**
         * Adds the members of an object that a chart gets. As in Helm, a null of the spec removes a default.
         *
         * @param values the recorded values. Only their paths are used. Otherwise a user could guess a recorded value in
         *     the spec, and see whether it was right
         */
        private void members(
                List<String> path, JsonObject defaults, JsonObject values, JsonObject spec, JsonObject schema) {
            Set<String> names = new LinkedHashSet<>(defaults.names());
            names.addAll(values.names());
            names.addAll(spec.names());
            for (String name : names) {
                List<String> at = joined(path, name);
                JsonObject declared = schema.objectOrEmpty("properties").objectOrEmpty(name);
                boolean isNested = spec.has(name)
                        ? spec.get(name) instanceof JsonObject object
                                && (!object.isEmpty() || hasMembers(values.get(name)) || hasMembers(defaults.get(name)))
                        : values.has(name) ? values.get(name) instanceof JsonObject : hasMembers(defaults.get(name));
                if (isNested) {
                    members(
                            at,
                            defaults.objectOrEmpty(name),
                            values.objectOrEmpty(name),
                            spec.objectOrEmpty(name),
                            declared);
                } else if (spec.has(name)) {
                    add(at, spec.get(name), Source.SPEC);
                } else if (values.has(name)) {
                    isComplete = false;
                } else {
                    JsonValue value = defaults.get(name);
                    add(at, value, Objects.equals(value, declared.get("default")) ? Source.DEFAULT : Source.CHART);
                }
            }
        }

        private void add(List<String> path, @Nullable JsonValue value, Source source) {
            if (value != null && value != JsonNull.NULL) {
                known.add(new Value(path, value, source));
            }
        }

        private static boolean hasMembers(@Nullable JsonValue value) {
            return value instanceof JsonObject object && !object.isEmpty();
        }

        private static List<String> joined(List<String> path, String name) {
            List<String> joined = new ArrayList<>(path);
            joined.add(name);
            return joined;
        }
    }
}
