package dev.chartroom.apimachinery.schema;

import dev.chartroom.apimachinery.deadline.Deadline;
import dev.chartroom.apimachinery.go.GoText;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.BoundedReport;
import dev.chartroom.apimachinery.status.Location;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Prunes a value as apiextensions prunes a custom resource when it decodes one. Removes unknown members. Also removes a
 * member that is null, unless its schema is nullable or has a default.
 */
public final class SchemaPruner {
    /** The members that every embedded resource has. */
    static final Set<String> HEADER = Set.of("apiVersion", "kind", "metadata");

    private final BoundedReport<String> unknownFields = BoundedReport.ofTexts();

    private SchemaPruner() {}

    /**
     * Prunes a value.
     *
     * @param path the path of the value, such as {@code spec}
     * @return the result, with the same instance of the value if nothing was removed
     */
    public static Pruned prune(Schema schema, JsonObject value, String path) {
        SchemaPruner pruner = new SchemaPruner();
        JsonValue known = pruner.prune(schema.root(), value, Location.of(path));
        List<String> unknownFields = new ArrayList<>(pruner.unknownFields.entries());
        unknownFields.sort(GoText.ORDER);
        EmbeddedHeaders headers = new EmbeddedHeaders();
        JsonValue read = headers.coerce(schema.root(), withoutNulls(schema.root(), known), Location.of(path));
        headers.unknownFields().stream().sorted(GoText.ORDER).forEach(unknownFields::add);
        return new Pruned((JsonObject) read, unknownFields, headers.malformed());
    }

    /** Removes unknown fields but keeps nulls: validation must reject a null in the result of an apply. */
    public static JsonObject pruneKeepingNulls(Schema schema, JsonObject value, String path) {
        return (JsonObject) new SchemaPruner().prune(schema.root(), value, Location.of(path));
    }

    /** Returns the value without unknown fields. */
    static JsonValue pruned(SchemaNode node, JsonValue value) {
        return new SchemaPruner().prune(node, value, Location.of(""));
    }

    /** Returns the paths of the unknown fields of a value. */
    static List<String> unknownFields(SchemaNode node, JsonValue value, Location at) {
        SchemaPruner pruner = new SchemaPruner();
        pruner.prune(node, value, at);
        return pruner.unknownFields.entries();
    }

    private JsonValue prune(SchemaNode node, JsonValue value, Location at) {
        Deadline.check();
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
                        unknownFields.add(() -> at.child(name).toString());
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

    /** Keeps undeclared members with all their content, and prunes inside declared ones. */
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

    /** Applies a change to each member of the object; a member whose result is null is removed. */
    @SuppressWarnings("ReferenceEquality") // an unchanged value is the same instance
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
