package dev.chartroom.adapters.http.openapi;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Walks documents, independently of the code that builds them. */
final class Walk {
    private static final List<String> METHODS = List.of("get", "put", "post", "delete", "options", "head", "patch");

    private Walk() {}

    /** Returns the operations by method and path, such as {@code get /apis/a/v1/}. */
    static Map<String, JsonObject> operations(JsonObject document) {
        Map<String, JsonObject> operations = new LinkedHashMap<>();
        JsonObject paths = document.objectOrEmpty("paths");
        for (String path : paths.names()) {
            JsonObject item = paths.objectOrEmpty(path);
            METHODS.stream()
                    .filter(item::has)
                    .forEach(method -> operations.put(method + " " + path, item.objectOrEmpty(method)));
        }
        return operations;
    }

    static List<String> parameterNames(JsonObject holder) {
        return holder.arrayOrEmpty("parameters").values().stream()
                .map(parameter -> ((JsonObject) parameter).stringOrEmpty("name"))
                .toList();
    }

    /** Returns every reference in a value. */
    static Set<String> references(JsonValue value) {
        Set<String> references = new LinkedHashSet<>();
        switch (value) {
            case JsonObject object -> {
                if (object.get("$ref") instanceof JsonString(String reference)) {
                    references.add(reference);
                }
                object.members().values().forEach(member -> references.addAll(references(member)));
            }
            case JsonArray array -> array.forEach(element -> references.addAll(references(element)));
            default -> {}
        }
        return references;
    }

    /** Returns a schema and its subschemas by path. */
    static Map<String, JsonObject> schemas(String path, JsonObject schema) {
        Map<String, JsonObject> schemas = new LinkedHashMap<>();
        schemas.put(path, schema);
        JsonObject properties = schema.objectOrEmpty("properties");
        for (String name : properties.names()) {
            schemas.putAll(schemas(path + "." + name, properties.objectOrEmpty(name)));
        }
        Stream.of("items", "additionalProperties", "not")
                .forEach(keyword -> schema.object(keyword)
                        .ifPresent(inner -> schemas.putAll(schemas(path + "/" + keyword, inner))));
        for (String keyword : List.of("allOf", "anyOf", "oneOf")) {
            JsonArray branches = schema.arrayOrEmpty(keyword);
            for (int i = 0; i < branches.size(); i++) {
                schemas.putAll(schemas(path + "/" + keyword + i, (JsonObject) branches.get(i)));
            }
        }
        return schemas;
    }

    /** Returns every schema of every definition by path. */
    static Map<String, JsonObject> schemas(JsonObject definitions) {
        Map<String, JsonObject> schemas = new LinkedHashMap<>();
        definitions.names().forEach(name -> schemas.putAll(schemas(name, definitions.objectOrEmpty(name))));
        return schemas;
    }
}
