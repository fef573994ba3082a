package dev.chartroom.apimachinery.schema;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The keywords that define how lists and maps are merged. They also define which items or keys must be unique. */
final class ListTypeKeywords {
    private ListTypeKeywords() {}

    static SchemaNode.ListType listType(JsonObject schema) {
        return switch (schema.stringOrEmpty(SchemaKeywords.LIST_TYPE)) {
            case "set" -> SchemaNode.ListType.SET;
            case "map" -> SchemaNode.ListType.MAP;
            default -> SchemaNode.ListType.ATOMIC;
        };
    }

    /** Rejects the list and map types that the kube-apiserver rejects in a CustomResourceDefinition. */
    static void check(JsonObject schema, String path) {
        oneOf(schema, path, SchemaKeywords.MAP_TYPE, "object", Set.of("atomic", "granular"));
        oneOf(schema, path, SchemaKeywords.LIST_TYPE, "array", Set.of("atomic", "set", "map"));
        List<String> keys = ConstraintParser.texts(schema, SchemaKeywords.LIST_MAP_KEYS);
        boolean isMap = listType(schema) == SchemaNode.ListType.MAP;
        if (isMap == keys.isEmpty()) {
            throw SchemaKeywords.bad(
                    path + "." + SchemaKeywords.LIST_MAP_KEYS,
                    isMap
                            ? "must not be empty, because " + SchemaKeywords.LIST_TYPE + " is map"
                            : "must not be set, because " + SchemaKeywords.LIST_TYPE + " is not map");
        }
        JsonObject items = schema.objectOrEmpty("items");
        if (listType(schema) != SchemaNode.ListType.ATOMIC && items.isTrue("nullable")) {
            throw SchemaKeywords.bad(
                    path + ".items.nullable",
                    "must not be true, because " + SchemaKeywords.LIST_TYPE + " is "
                            + schema.stringOrEmpty(SchemaKeywords.LIST_TYPE));
        }
        if (listType(schema) == SchemaNode.ListType.SET) {
            checkItemsOfSet(items, path);
        }
        if (isMap) {
            checkItemsOfMap(items, path, keys);
        }
    }

    private static void oneOf(JsonObject schema, String path, String keyword, String type, Set<String> values) {
        if (isAbsent(schema.get(keyword))) {
            return;
        }
        if (!values.contains(schema.stringOrEmpty(keyword))) {
            throw SchemaKeywords.bad(
                    path + "." + keyword,
                    "must be one of "
                            + String.join(", ", values.stream().sorted().toList()) + ", not "
                            + SchemaKeywords.text(schema.get(keyword)));
        }
        if (!schema.stringOrEmpty("type").equals(type)) {
            throw SchemaKeywords.bad(path + ".type", "must be " + type + ", because " + keyword + " is set");
        }
    }

    private static void checkItemsOfSet(JsonObject items, String path) {
        String keyword = switch (items.stringOrEmpty("type")) {
            case "array" -> SchemaKeywords.LIST_TYPE;
            case "object" -> SchemaKeywords.MAP_TYPE;
            default -> "";
        };
        boolean implied = keyword.equals(SchemaKeywords.LIST_TYPE) && isAbsent(items.get(keyword));
        if (!keyword.isEmpty() && !implied && !items.stringOrEmpty(keyword).equals("atomic")) {
            throw SchemaKeywords.bad(
                    path + ".items." + keyword,
                    "must be atomic, because the list has " + SchemaKeywords.LIST_TYPE + ": set");
        }
    }

    private static void checkItemsOfMap(JsonObject items, String path, List<String> keys) {
        if (!items.stringOrEmpty("type").equals("object")) {
            throw SchemaKeywords.bad(
                    path + ".items.type", "must be object, because " + SchemaKeywords.LIST_TYPE + " is map");
        }
        if (new HashSet<>(keys).size() < keys.size()) {
            throw SchemaKeywords.bad(path + "." + SchemaKeywords.LIST_MAP_KEYS, "must not name a key twice");
        }
        List<String> required = ConstraintParser.texts(items, "required");
        for (String name : keys) {
            checkKey(items.objectOrEmpty("properties").get(name), path, name, required.contains(name));
        }
    }

    private static void checkKey(@Nullable JsonValue declared, String path, String name, boolean required) {
        String keyPath = path + ".items.properties[" + name + "]";
        if (!(declared instanceof JsonObject key)) {
            throw SchemaKeywords.bad(
                    path + "." + SchemaKeywords.LIST_MAP_KEYS,
                    "must name properties of the items, not \"" + name + "\"");
        }
        if (Set.of("array", "object").contains(key.stringOrEmpty("type"))) {
            throw SchemaKeywords.bad(
                    keyPath + ".type", "must be a scalar, because it is one of " + SchemaKeywords.LIST_MAP_KEYS);
        }
        if (!required && isAbsent(key.get("default"))) {
            throw SchemaKeywords.bad(
                    keyPath + ".default",
                    "must be set, or the property must be required, because it is one of "
                            + SchemaKeywords.LIST_MAP_KEYS);
        }
        if (key.isTrue("nullable")) {
            throw SchemaKeywords.bad(
                    keyPath + ".nullable", "must not be true, because it is one of " + SchemaKeywords.LIST_MAP_KEYS);
        }
    }

    private static boolean isAbsent(@Nullable JsonValue value) {
        return value == null || value == JsonNull.NULL;
    }
}
