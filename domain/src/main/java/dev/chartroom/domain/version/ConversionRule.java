package dev.chartroom.domain.version;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.managedfields.ConversionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A difference between a version and the stored version: some fields of the version replace some fields of the stored
 * version.
 *
 * @param scope the objects that have the fields
 * @param inVersion the fields of the version; empty if only the stored version has fields
 * @param stored the fields of the stored version; empty if only the other version has fields
 */
public record ConversionRule(RuleScope scope, List<FieldPath> inVersion, List<FieldPath> stored, ValueMapping mapping) {
    public ConversionRule {
        inVersion = List.copyOf(inVersion);
        stored = List.copyOf(stored);
    }

    /** Returns a spec without the rule's fields of the version. */
    JsonObject withoutInVersion(JsonObject spec) {
        return scope.change(spec, List.of(), (object, _) -> without(inVersion, object));
    }

    /** Returns a spec without the rule's fields of the stored version. */
    JsonObject withoutStored(JsonObject spec) {
        return scope.change(spec, List.of(), (object, _) -> without(stored, object));
    }

    /**
     * Adds the rule's stored fields to the stored spec that is being built. If the rule's fields of the version did not
     * change, the stored fields keep their values.
     *
     * @param shown the spec that the version showed before; null if there is none
     * @param before the stored spec that is replaced; null if there is none
     * @throws ConversionException if the rule cannot convert the values, or if a value on the path of a stored field is
     *     not an object
     */
    JsonObject toStored(JsonObject made, JsonObject spec, @Nullable JsonObject shown, @Nullable JsonObject before) {
        List<@Nullable JsonObject> others = new ArrayList<>();
        others.add(spec);
        others.add(shown);
        others.add(before);
        return scope.change(made, others, (object, same) -> {
            JsonObject next = same.get(0) == null ? JsonObject.EMPTY : same.get(0);
            try {
                List<@Nullable JsonValue> values = values(inVersion, next);
                boolean isUnchanged =
                        same.get(1) != null && same.get(2) != null && values.equals(values(inVersion, same.get(1)));
                return put(
                        stored,
                        isUnchanged && same.get(2) != null
                                ? values(stored, same.get(2))
                                : mapping.toStored(values, next),
                        object);
            } catch (ConversionException e) {
                throw e.below(scope.toString());
            }
        });
    }

    /** Adds the rule's fields of the version to the spec that is being built. */
    JsonObject fromStored(JsonObject made, JsonObject spec) {
        List<@Nullable JsonObject> others = new ArrayList<>();
        others.add(spec);
        return scope.change(made, others, (object, same) -> {
            JsonObject all = same.getFirst() == null ? JsonObject.EMPTY : same.getFirst();
            JsonObject shown = object;
            List<@Nullable JsonValue> values = mapping.fromStored(values(stored, all), all);
            for (int i = 0; i < inVersion.size(); i++) {
                JsonValue value = values.get(i);
                if (value != null) {
                    shown = inVersion.get(i).with(shown, value).orElse(shown);
                }
            }
            return shown;
        });
    }

    private static JsonObject without(List<FieldPath> fields, JsonObject object) {
        JsonObject left = object;
        for (FieldPath field : fields) {
            left = field.without(left);
        }
        return left;
    }

    private static List<@Nullable JsonValue> values(List<FieldPath> fields, JsonObject object) {
        List<@Nullable JsonValue> values = new ArrayList<>();
        fields.forEach(field -> values.add(field.get(object)));
        return values;
    }

    private JsonObject put(List<FieldPath> fields, List<@Nullable JsonValue> values, JsonObject object) {
        JsonObject filled = object;
        for (int i = 0; i < fields.size(); i++) {
            JsonValue value = values.get(i);
            if (value != null) {
                Optional<JsonObject> with = fields.get(i).with(filled, value);
                if (with.isEmpty()) {
                    throw new ConversionException(
                            (inVersion.isEmpty() ? fields.get(i) : inVersion.getFirst()).toString(),
                            "cannot be stored as " + scope + "." + fields.get(i)
                                    + ", because a field on this path is not an object");
                }
                filled = with.get();
            }
        }
        return filled;
    }
}
