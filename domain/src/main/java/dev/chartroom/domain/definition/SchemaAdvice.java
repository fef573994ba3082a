package dev.chartroom.domain.definition;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.schema.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Suggests improvements of the schema of a spec. */
final class SchemaAdvice {
    private static final Set<String> SCALARS = Set.of("string", "integer", "number", "boolean");
    private static final Pattern SECRET =
            Pattern.compile("(?i).*(?:password|passwd|token|secretkey|accesskey|apikey|privatekey|clientsecret)");

    private final JsonPointer root;
    private final boolean hasParts;
    private final Set<String> sensitivePaths;
    private final List<Advice> advice = new ArrayList<>();

    /**
     * @param root the path of the schema in its definition
     * @param hasParts whether the definition contains the schema as an object. Only then does each part of the schema
     *     have a path
     */
    SchemaAdvice(JsonPointer root, boolean hasParts, Iterable<String> sensitivePaths) {
        this.root = root;
        this.hasParts = hasParts;
        this.sensitivePaths = new HashSet<>();
        sensitivePaths.forEach(this.sensitivePaths::add);
    }

    List<Advice> of(JsonObject schema) {
        if (schema.objectOrEmpty("properties").isEmpty()) {
            add(root, "the schema declares no fields, so objects can have any fields and kubectl explain shows none");
        }
        unknownKeywords(schema, root, "spec");
        children(schema, root, "spec", true);
        return advice;
    }

    /**
     * @param suggestDefaults whether to suggest defaults for members. False inside a list, a map, a required field, or
     *     an optional field that gets no inner defaults if a client leaves it out
     */
    private void children(JsonObject schema, JsonPointer at, String path, boolean suggestDefaults) {
        Set<String> required = Set.copyOf(schema.arrayOrEmpty("required").strings());
        schema.objectOrEmpty("properties")
                .members()
                .forEach((name, declared) -> field(
                        declared,
                        child(child(at, "properties"), name),
                        path + "." + name,
                        name,
                        suggestDefaults && !required.contains(name)));
        item(schema.get("items"), child(at, "items"), path + "[*]");
        item(schema.get("additionalProperties"), child(at, "additionalProperties"), path + ".*");
    }

    private void item(@Nullable JsonValue declared, JsonPointer at, String path) {
        if (declared instanceof JsonObject schema) {
            unknownKeywords(schema, at, path);
            children(schema, at, path, false);
        }
    }

    private void field(JsonValue declared, JsonPointer at, String path, String name, boolean optional) {
        if (!(declared instanceof JsonObject schema)) {
            return;
        }
        unknownKeywords(schema, at, path);
        if (schema.stringOrEmpty("description").isBlank()
                && schema.stringOrEmpty("title").isBlank()) {
            add(at, path + " has no description for kubectl explain");
        }
        boolean scalar = SCALARS.contains(schema.stringOrEmpty("type")) || schema.isTrue("x-kubernetes-int-or-string");
        if (optional && scalar && !schema.has("default") && !schema.isTrue("nullable")) {
            add(at, path + " has no default; users cannot see the effective value");
        }
        boolean hides = !schema.has("default") && hasDefaults(schema);
        if (optional && hides) {
            add(
                    at,
                    path
                            + " has no default; if the field is left out, the server does not apply the defaults inside it; \"default: {}\" applies them");
        }
        if (SECRET.matcher(name).matches()
                && schema.stringOrEmpty("type").equals("string")
                && !isSensitive(schema, path)) {
            add(at, path + " looks like a secret; \"x-kubernetes-sensitive: true\" keeps it out of the audit log");
        }
        children(schema, at, path, optional && !hides);
    }

    private static boolean hasDefaults(JsonObject schema) {
        return schema.objectOrEmpty("properties").members().values().stream()
                .anyMatch(member -> member instanceof JsonObject inner && (inner.has("default") || hasDefaults(inner)));
    }

    private boolean isSensitive(JsonObject schema, String path) {
        return schema.isTrue("x-kubernetes-sensitive")
                || schema.stringOrEmpty("format").equals("password")
                || sensitivePaths.contains(path);
    }

    private void unknownKeywords(JsonObject schema, JsonPointer at, String path) {
        schema.names().stream()
                .filter(keyword -> !Schema.knows(keyword) && !keyword.startsWith("x-"))
                .forEach(keyword ->
                        add(child(at, keyword), "the keyword " + keyword + " of " + path + " is unknown and ignored"));
    }

    private void add(JsonPointer at, String sentence) {
        advice.add(new Advice(at, sentence));
    }

    private JsonPointer child(JsonPointer holder, String token) {
        if (!hasParts) {
            return root;
        }
        List<String> tokens = new ArrayList<>(holder.tokens());
        tokens.add(token);
        return new JsonPointer(tokens);
    }
}
