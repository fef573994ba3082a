package dev.chartroom.apimachinery.schema;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Adds the defaults of a structural schema to values and removes them again. */
public final class SchemaDefaulter {
    private SchemaDefaulter() {}

    /**
     * Returns the value with defaults for absent members and for nulls whose schema is not nullable. As in
     * apiextensions, an absent member without a default of its own stays absent, even if its schema declares defaults
     * for inner members. A value of the wrong type stays. The default of the root is ignored.
     *
     * @return the same instance if nothing is added
     */
    public static JsonObject withDefaults(Schema schema, JsonObject value) {
        return members(schema.root(), value);
    }

    /**
     * Returns the spec that readers of an object get. An absent spec is treated as empty, as if its schema had the
     * default {@code {}}.
     *
     * @param spec the spec without defaults; null if the object has no spec
     */
    public static JsonObject ofSpec(Schema schema, @Nullable JsonObject spec) {
        return withDefaults(schema, spec == null ? JsonObject.EMPTY : spec);
    }

    /**
     * Returns the object with the spec that readers get. If the spec is malformed, for example a string, returns the
     * same instance.
     */
    public static JsonObject ofObject(Schema schema, JsonObject object) {
        JsonValue spec = object.get("spec");
        return spec == null || spec == JsonNull.NULL || spec instanceof JsonObject
                ? object.with("spec", ofSpec(schema, object.object("spec").orElse(null)))
                : object;
    }

    /**
     * Removes the defaults that the submitted value contains only because reads of the stored value include them. So a
     * client that reads, changes and writes back a value does not store defaults. Stored members stay explicit, even if
     * they equal the default. A submitted member stays if reads of the stored value do not include it. A list that is
     * not stored stays as submitted, too.
     *
     * <p>The result with defaults equals the submitted value with defaults. If the submitted value is the stored value
     * with defaults, the result equals the stored value.
     */
    public static JsonObject withoutDefaults(Schema schema, JsonObject stored, JsonObject submitted) {
        JsonObject shown = withDefaults(schema, stored);
        return shown.equals(submitted) ? stored : explicit(schema.root(), stored, shown, submitted);
    }

    /**
     * Removes the nulls that {@link #withDefaults} replaces by a default. Such a null means the same as an absent
     * member.
     */
    public static JsonObject withoutNulls(Schema schema, JsonObject value) {
        return (JsonObject) withoutNulls(schema.root(), value);
    }

    private static JsonValue withoutNulls(@Nullable SchemaNode node, JsonValue value) {
        if (node == null) {
            return value;
        }
        return switch (value) {
            case JsonObject object ->
                SchemaPruner.members(object, (name, member) -> {
                    SchemaNode declared = node.member(name);
                    boolean replaced = member == JsonNull.NULL
                            && declared != null
                            && !declared.nullable()
                            && declared.defaultValue() != null;
                    return replaced ? null : withoutNulls(declared, member);
                });
            case JsonArray array ->
                array.map(item -> node.items() != null && item == JsonNull.NULL
                        ? withDefaults(node.items(), item)
                        : withoutNulls(node.items(), item));
            case JsonString _, JsonNumber _, JsonBoolean _, JsonNull _ -> value;
        };
    }

    static JsonValue withDefaults(SchemaNode node, JsonValue value) {
        Deadline.check();
        return switch (value) {
            case JsonObject object -> members(node, object);
            case JsonArray array -> items(node.items(), array);
            case JsonNull _ -> node.nullable() || node.defaultValue() == null ? value : node.defaultValue();
            case JsonString _, JsonNumber _, JsonBoolean _ -> value;
        };
    }

    @SuppressWarnings("ReferenceEquality") // an unchanged value is the same instance
    private static JsonObject members(SchemaNode node, JsonObject object) {
        JsonObject.@Nullable Builder changed = null;
        for (var member : object.members().entrySet()) {
            SchemaNode schema = node.member(member.getKey());
            JsonValue now = schema == null ? member.getValue() : withDefaults(schema, member.getValue());
            if (now != member.getValue()) {
                changed = (changed == null ? object.toBuilder() : changed).put(member.getKey(), now);
            }
        }
        for (var absent : node.defaults().members().entrySet()) {
            if (!object.has(absent.getKey())) {
                changed = (changed == null ? object.toBuilder() : changed).put(absent.getKey(), absent.getValue());
            }
        }
        return changed == null ? object : changed.build();
    }

    private static JsonArray items(@Nullable SchemaNode schema, JsonArray array) {
        return schema == null ? array : array.map(item -> withDefaults(schema, item));
    }

    /**
     * Returns a submitted value without its defaults.
     *
     * @param stored the stored value, or null if nothing is stored; {@code shown} then contains only defaults
     * @param shown the stored value with defaults
     */
    private static JsonValue explicit(
            SchemaNode node, @Nullable JsonValue stored, JsonValue shown, JsonValue submitted) {
        if (stored != null && shown.equals(submitted)) {
            return stored;
        }
        if (shown instanceof JsonObject before && submitted instanceof JsonObject after) {
            return explicit(node, stored instanceof JsonObject object ? object : JsonObject.EMPTY, before, after);
        }
        if (stored instanceof JsonArray were
                && shown instanceof JsonArray before
                && submitted instanceof JsonArray after) {
            return explicit(node.items(), were, before, after);
        }
        return submitted;
    }

    private static JsonObject explicit(SchemaNode node, JsonObject stored, JsonObject shown, JsonObject submitted) {
        JsonObject.Builder kept = JsonObject.builder();
        submitted.members().forEach((name, value) -> {
            SchemaNode schema = node.member(name);
            JsonValue before = shown.get(name);
            if (schema == null || before == null) {
                kept.put(name, value);
            } else if (stored.has(name)
                    || !value.equals(before)
                    || !value.equals(node.defaults().get(name))) {
                kept.put(name, explicit(schema, stored.get(name), before, value));
            }
        });
        return kept.build();
    }

    private static JsonArray explicit(
            @Nullable SchemaNode schema, JsonArray stored, JsonArray shown, JsonArray submitted) {
        if (schema == null) {
            return submitted;
        }
        JsonValue[] kept = submitted.values().toArray(JsonValue[]::new);
        for (int i = 0; i < Math.min(kept.length, stored.size()); i++) {
            kept[i] = explicit(schema, stored.get(i), shown.get(i), kept[i]);
        }
        return JsonArray.of(kept);
    }
}
