package dev.chartroom.domain.release;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.Schema;
import java.util.ArrayList;
import java.util.List;
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
     * Returns the values of a revision.
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

        /** Adds the members that a chart gets. As in Helm, a null of the values removes a default. */
        private void members(
                List<String> path, JsonObject defaults, JsonObject values, JsonObject spec, JsonObject schema) {
            defaults.members().forEach((name, value) -> {
                if (!values.has(name)) {
                    fromChart(joined(path, name), value, declared(schema, name));
                }
            });
            values.members().forEach((name, value) -> {
                JsonObject declared = declared(schema, name);
                List<String> at = joined(path, name);
                if (value instanceof JsonObject object && defaults.get(name) instanceof JsonObject nested) {
                    members(at, nested, object, spec.objectOrEmpty(name), declared);
                } else if (value instanceof JsonObject object && !object.isEmpty()) {
                    members(at, JsonObject.EMPTY, object, spec.objectOrEmpty(name), declared);
                } else {
                    fromValues(at, value, spec.get(name));
                }
            });
        }

        private void fromChart(List<String> path, JsonValue value, JsonObject schema) {
            if (value instanceof JsonObject object && !object.isEmpty()) {
                object.members()
                        .forEach((name, member) -> fromChart(joined(path, name), member, declared(schema, name)));
            } else if (value != JsonNull.NULL) {
                known.add(new Value(path, value, value.equals(schema.get("default")) ? Source.DEFAULT : Source.CHART));
            }
        }

        private void fromValues(List<String> path, JsonValue value, @Nullable JsonValue ofSpec) {
            if (!value.equals(ofSpec)) {
                isComplete = false;
            } else if (value != JsonNull.NULL) {
                known.add(new Value(path, value, Source.SPEC));
            }
        }

        private static JsonObject declared(JsonObject schema, String name) {
            return schema.objectOrEmpty("properties").objectOrEmpty(name);
        }

        private static List<String> joined(List<String> path, String name) {
            List<String> joined = new ArrayList<>(path);
            joined.add(name);
            return joined;
        }
    }
}
