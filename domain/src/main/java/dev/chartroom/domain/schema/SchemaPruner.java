package dev.chartroom.domain.schema;

import dev.chartroom.domain.json.JsonArray;
import dev.chartroom.domain.json.JsonBoolean;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonNumber;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.status.GoText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Takes out of a value what its schema does not know, as apiextensions does with a custom resource when it reads one:
 * unknown members, and nulls where null is no value and there is no default to take its place.
 */
public final class SchemaPruner {
    /** The members of an embedded resource that every one has. */
    static final Set<String> HEADER = Set.of("apiVersion", "kind", "metadata");

    private final List<String> unknownFields = new ArrayList<>();

    private SchemaPruner() {}

    /**
     * Prunes a value.
     *
     * @param path where the value stands, such as {@code spec}
     * @return with this very value where there was nothing to take out
     */
    public static Pruned prune(Schema schema, JsonObject value, String path) {
        SchemaPruner pruner = new SchemaPruner();
        JsonValue known = pruner.prune(schema.root(), value, Location.of(path));
        pruner.unknownFields.sort(GoText.ORDER);
        EmbeddedHeaders headers = new EmbeddedHeaders();
        JsonValue read = headers.coerce(schema.root(), withoutNulls(schema.root(), known), Location.of(path));
        headers.unknownFields().stream().sorted(GoText.ORDER).forEach(pruner.unknownFields::add);
        return new Pruned((JsonObject) read, pruner.unknownFields, headers.malformed());
    }

    /** The value without unknown fields, but with its nulls: of what an apply made, those are for validation to find. */
    public static JsonObject pruneKeepingNulls(Schema schema, JsonObject value, String path) {
        return (JsonObject) new SchemaPruner().prune(schema.root(), value, Location.of(path));
    }

    /** The value without unknown fields. */
    static JsonValue pruned(SchemaNode node, JsonValue value) {
        return new SchemaPruner().prune(node, value, Location.of(""));
    }

    /** What is unknown in a value. */
    static List<String> unknownFields(SchemaNode node, JsonValue value, Location at) {
        SchemaPruner pruner = new SchemaPruner();
        pruner.prune(node, value, at);
        return pruner.unknownFields;
    }

    private JsonValue prune(SchemaNode node, JsonValue value, Location at) {
        if (node.extensions().preservesUnknownFields()) {
            return skip(node, value, at);
        }
        return switch (value) {
            case JsonObject object ->
                members(object, (name, member) -> {
                    SchemaNode declared = node.member(name);
                    if (node.extensions().embeddedResource() && HEADER.contains(name)) {
                        return member;
                    }
                    if (declared == null) {
                        unknownFields.add(at.child(name).toString());
                        return null;
                    }
                    return prune(declared, member, at.child(name));
                });
            case JsonArray array ->
                items(
                        array,
                        at,
                        (item, place) -> prune(node.items() == null ? SchemaNode.OPAQUE : node.items(), item, place));
            case JsonString _, JsonNumber _, JsonBoolean _, JsonNull _ -> value;
        };
    }

    /** Keeps the members that are not declared, whatever is in them; inside the others there may be unknown ones. */
    private JsonValue skip(SchemaNode node, JsonValue value, Location at) {
        return switch (value) {
            case JsonObject object ->
                members(object, (name, member) -> {
                    SchemaNode declared = node.member(name);
                    return declared == null || (node.extensions().embeddedResource() && HEADER.contains(name))
                            ? member
                            : prune(declared, member, at.child(name));
                });
            case JsonArray array
            when node.items() != null -> {
                SchemaNode items = node.items();
                yield items(array, at, (item, place) -> skip(items, item, place));
            }
            case JsonArray _, JsonString _, JsonNumber _, JsonBoolean _, JsonNull _ -> value;
        };
    }

    private static JsonValue withoutNulls(@Nullable SchemaNode node, JsonValue value) {
        if (node == null) {
            return value;
        }
        return switch (value) {
            case JsonObject object ->
                members(object, (name, member) -> {
                    SchemaNode declared = node.member(name);
                    boolean meansNothing = member == JsonNull.NULL
                            && declared != null
                            && !declared.nullable()
                            && declared.defaultValue() == null;
                    return meansNothing ? null : withoutNulls(declared, member);
                });
            case JsonArray array -> array.map(item -> withoutNulls(node.items(), item));
            case JsonString _, JsonNumber _, JsonBoolean _, JsonNull _ -> value;
        };
    }

    /** The object with its members changed; those are left out for which the change gives null. */
    @SuppressWarnings("ReferenceEquality") // whether anything changed is all that is asked
    static JsonObject members(JsonObject object, BiFunction<String, JsonValue, @Nullable JsonValue> change) {
        JsonObject.@Nullable Builder changed = null;
        for (var member : object.members().entrySet()) {
            JsonValue now = change.apply(member.getKey(), member.getValue());
            if (now != member.getValue()) {
                changed = changed == null ? object.toBuilder() : changed;
                changed = now == null ? changed.remove(member.getKey()) : changed.put(member.getKey(), now);
            }
        }
        return changed == null ? object : changed.build();
    }

    static JsonArray items(JsonArray array, Location at, BiFunction<JsonValue, Location, JsonValue> change) {
        int[] index = {0};
        return array.map(item -> change.apply(item, at.index(index[0]++)));
    }
}
