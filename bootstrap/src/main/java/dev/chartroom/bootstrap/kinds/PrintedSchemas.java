package dev.chartroom.bootstrap.kinds;

import dev.chartroom.adapters.http.openapi.schema.SpecSchema;
import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.Scope;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.DeclaredKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The schema of a kind in the formats of other tools: editors, validators such as kubeconform, and policy engines. No
 * cluster needs these documents.
 */
public final class PrintedSchemas {
    private static final String DRAFT = "http://json-schema.org/draft-07/schema#";
    /** These keywords of a structural schema mean the same in JSON Schema. Rules in CEL have no counterpart. */
    private static final List<String> COMMON = List.of(
            "title",
            "description",
            "default",
            "example",
            "type",
            "format",
            "enum",
            "required",
            "pattern",
            "minLength",
            "maxLength",
            "minimum",
            "maximum",
            "multipleOf",
            "minItems",
            "maxItems",
            "uniqueItems",
            "minProperties",
            "maxProperties");

    private static final List<String> LISTS = List.of("allOf", "anyOf", "oneOf");

    private PrintedSchemas() {}

    /** Returns a CustomResourceDefinition with all served versions. A cluster must not have it beside the kind. */
    public static JsonObject crd(DeclaredKind declared) {
        ApplicationKind stored = declared.stored();
        List<ApplicationKind> versions = new ArrayList<>(declared.served());
        if (declared.served(stored.version()).isEmpty()) {
            versions.add(stored);
        }
        JsonObject.Builder names = JsonObject.builder()
                .put("kind", stored.names().kind())
                .put("listKind", stored.names().listKind())
                .put("plural", stored.names().plural())
                .put("singular", stored.names().singular());
        if (!stored.names().shortNames().isEmpty()) {
            names.put("shortNames", JsonArray.ofStrings(stored.names().shortNames()));
        }
        if (!stored.names().categories().isEmpty()) {
            names.put("categories", JsonArray.ofStrings(stored.names().categories()));
        }
        return JsonObject.builder()
                .put("apiVersion", "apiextensions.k8s.io/v1")
                .put("kind", "CustomResourceDefinition")
                .put(
                        "metadata",
                        JsonObject.of(
                                "name", new JsonString(stored.groupResource().toString())))
                .put(
                        "spec",
                        JsonObject.builder()
                                .put("group", stored.group())
                                .put("names", names.build())
                                .put("scope", stored.scope() == Scope.NAMESPACED ? "Namespaced" : "Cluster")
                                .put(
                                        "versions",
                                        new JsonArray(versions.stream()
                                                .<JsonValue>map(version -> version(declared, version))
                                                .toList()))
                                .build())
                .build();
    }

    private static JsonObject version(DeclaredKind declared, ApplicationKind kind) {
        String version = kind.version();
        JsonObject.Builder json = JsonObject.builder()
                .put("name", version)
                .put("served", declared.served(version).isPresent())
                .put("storage", version.equals(declared.stored().version()));
        Optional<String> warning = kind.deprecationWarning();
        warning.ifPresent(text -> json.put("deprecated", true).put("deprecationWarning", text));
        JsonObject properties = JsonObject.builder()
                .put("apiVersion", JsonObject.of("type", new JsonString("string")))
                .put("kind", JsonObject.of("type", new JsonString("string")))
                .put("metadata", JsonObject.of("type", new JsonString("object")))
                .put("spec", known(SpecSchema.of(kind.schema())))
                .put("status", open())
                .build();
        return json.put(
                        "schema",
                        JsonObject.of(
                                "openAPIV3Schema",
                                described(kind).put("properties", properties).build()))
                .put("subresources", JsonObject.of("status", JsonObject.EMPTY))
                .build();
    }

    private static JsonObject.Builder described(ApplicationKind kind) {
        JsonObject.Builder schema = JsonObject.builder();
        if (!kind.description().isEmpty()) {
            schema.put("description", kind.description());
        }
        return schema.put("type", "object");
    }

    private static JsonObject open() {
        return JsonObject.builder()
                .put("type", "object")
                .put("x-kubernetes-preserve-unknown-fields", true)
                .build();
    }

    /** Removes the keywords that a kube-apiserver does not know: it rejects them with strict validation. */
    private static JsonObject known(JsonObject schema) {
        JsonObject.Builder kept = JsonObject.builder();
        schema.members().forEach((keyword, value) -> {
            if (Schema.knows(keyword)) {
                kept.put(keyword, subschemas(keyword, value));
            }
        });
        return kept.build();
    }

    private static JsonValue subschemas(String keyword, JsonValue value) {
        return switch (value) {
            case JsonObject properties
            when keyword.equals("properties") -> {
                JsonObject.Builder each = JsonObject.builder();
                properties.names().forEach(name -> each.put(name, known(properties.objectOrEmpty(name))));
                yield each.build();
            }
            case JsonObject schema
            when List.of("items", "additionalProperties", "not").contains(keyword) -> known(schema);
            case JsonArray schemas
            when LISTS.contains(keyword) ->
                schemas.map(schema -> schema instanceof JsonObject object ? known(object) : schema);
            case JsonValue other -> other;
        };
    }

    /** Returns the JSON Schema of a kind in a version. It rejects fields that the server would prune. */
    public static JsonObject jsonSchema(ApplicationKind kind) {
        JsonObject properties = JsonObject.builder()
                .put("apiVersion", constant(kind.groupVersion().toString()))
                .put("kind", constant(kind.names().kind()))
                .put("metadata", JsonObject.of("type", new JsonString("object")))
                .put("spec", converted(SpecSchema.of(kind.schema())))
                .put("status", JsonObject.of("type", new JsonString("object")))
                .build();
        JsonObject.Builder schema = JsonObject.builder()
                .put("$schema", DRAFT)
                .put("title", kind.names().kind())
                .putAll(described(kind).build())
                .put("required", JsonArray.ofStrings(List.of("apiVersion", "kind", "metadata")))
                .put("properties", properties)
                .put("additionalProperties", false)
                .put(
                        "x-kubernetes-group-version-kind",
                        JsonArray.of(JsonObject.builder()
                                .put("group", kind.group())
                                .put("version", kind.version())
                                .put("kind", kind.names().kind())
                                .build()));
        return schema.build();
    }

    private static JsonObject constant(String value) {
        return JsonObject.builder()
                .put("type", "string")
                .put("enum", JsonArray.ofStrings(List.of(value)))
                .build();
    }

    private static JsonObject converted(JsonObject schema) {
        JsonObject.Builder json = JsonObject.builder();
        COMMON.forEach(keyword -> json.putIfPresent(keyword, schema.get(keyword)));
        exclusive(schema, json, "minimum", "exclusiveMinimum");
        exclusive(schema, json, "maximum", "exclusiveMaximum");
        if (schema.isTrue("x-kubernetes-int-or-string")) {
            json.put("type", JsonArray.ofStrings(List.of("integer", "string"))).remove("anyOf");
        }
        schema.object("items").ifPresent(items -> json.put("items", converted(items)));
        schema.object("not").ifPresent(not -> json.put("not", converted(not)));
        for (String keyword : LISTS) {
            if (schema.get(keyword) instanceof JsonArray schemas) {
                json.put(keyword, schemas.map(one -> one instanceof JsonObject object ? converted(object) : one));
            }
        }
        members(schema, json);
        return schema.isTrue("nullable") ? nullable(json.build()) : json.build();
    }

    /** In a structural schema, {@code exclusiveMinimum} is a flag; in JSON Schema, it is the limit. */
    private static void exclusive(JsonObject schema, JsonObject.Builder json, String limit, String flag) {
        if (schema.isTrue(flag) && schema.has(limit)) {
            json.remove(limit).putIfPresent(flag, schema.get(limit));
        }
    }

    private static void members(JsonObject schema, JsonObject.Builder json) {
        schema.object("properties").ifPresent(properties -> {
            JsonObject.Builder each = JsonObject.builder();
            properties.names().forEach(name -> each.put(name, converted(properties.objectOrEmpty(name))));
            json.put("properties", each.build());
            // A schema inside allOf and the like declares only some of the fields, and has no type.
            if (schema.has("type") && !schema.isTrue("x-kubernetes-preserve-unknown-fields")) {
                json.put("additionalProperties", false);
            }
        });
        JsonValue values = schema.get("additionalProperties");
        if (values != null) {
            json.put("additionalProperties", values instanceof JsonObject object ? converted(object) : values);
        }
    }

    private static JsonObject nullable(JsonObject schema) {
        JsonObject.Builder either = schema.toBuilder();
        schema.string("type").ifPresent(type -> either.put("type", JsonArray.ofStrings(List.of(type, "null"))));
        if (schema.get("enum") instanceof JsonArray values && !values.values().contains(JsonNull.NULL)) {
            List<JsonValue> all = new ArrayList<>(values.values());
            all.add(JsonNull.NULL);
            either.put("enum", new JsonArray(all));
        }
        return either.build();
    }
}
