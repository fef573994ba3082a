package dev.chartroom.charts.jsonschema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A whole schema, which resolves each {@code $ref} in it. */
final class SchemaDocument {
    private static final Pattern OLD_DRAFT = Pattern.compile("draft-0?[3-7]\\b");

    private final JsonValue root;
    private final String id;
    private final boolean refsStandAlone;
    private final Map<String, Boolean> recursive = new HashMap<>();
    private final Map<String, JsonValue> anchors = new HashMap<>();

    SchemaDocument(JsonValue root) {
        this.root = root;
        JsonObject object = root instanceof JsonObject declared ? declared : JsonObject.EMPTY;
        id = object.string("$id").or(() -> object.string("id")).orElse("").replaceAll("#.*$", "");
        refsStandAlone = OLD_DRAFT.matcher(object.stringOrEmpty("$schema")).find();
        Deque<JsonValue> rest = new ArrayDeque<>();
        rest.add(root);
        while (!rest.isEmpty()) {
            JsonValue value = rest.remove();
            if (value instanceof JsonObject schema) {
                schema.string("$anchor").ifPresent(name -> anchors.putIfAbsent("#" + name, schema));
                schema.string("$id")
                        .filter(name -> name.startsWith("#"))
                        .ifPresent(name -> anchors.putIfAbsent(name, schema));
                rest.addAll(schema.members().values());
            } else if (value instanceof JsonArray array) {
                rest.addAll(array.values());
            }
        }
    }

    /** Returns whether keywords beside a {@code $ref} are ignored, as in drafts up to 7. */
    boolean refsStandAlone() {
        return refsStandAlone;
    }

    /** Returns whether a reference points outside of this document. */
    boolean isRemote(String ref) {
        return !local(ref).startsWith("#");
    }

    /** Returns the target of a reference; null if there is none. */
    @Nullable
    JsonValue find(String ref) {
        String local = local(ref);
        if (anchors.containsKey(local)) {
            return anchors.get(local);
        }
        try {
            String fragment = URLDecoder.decode(local.substring(1).replace("+", "%2B"), StandardCharsets.UTF_8);
            JsonValue value = root;
            for (String token : JsonPointer.parse(fragment).tokens()) {
                value = member(value, token);
                if (value == null) {
                    return null;
                }
            }
            return value;
        } catch (IllegalArgumentException _) {
            return null;
        }
    }

    /** Returns whether the target of a reference refers to itself, directly or indirectly. */
    boolean isRecursive(String ref) {
        Boolean known = recursive.get(ref);
        if (known == null) {
            known = reaches(ref);
            recursive.put(ref, known);
        }
        return known;
    }

    private boolean reaches(String start) {
        Set<String> seen = new HashSet<>();
        Deque<JsonValue> rest = new ArrayDeque<>();
        JsonValue target = find(start);
        while (target != null) {
            switch (target) {
                case JsonObject object -> {
                    String ref = object.stringOrEmpty("$ref");
                    if (ref.equals(start)) {
                        return true;
                    }
                    if (!ref.isEmpty() && !isRemote(ref) && seen.add(ref)) {
                        JsonValue referred = find(ref);
                        if (referred != null) {
                            rest.add(referred);
                        }
                    }
                    rest.addAll(object.members().values());
                }
                case JsonArray array -> rest.addAll(array.values());
                case JsonString _, JsonNumber _, JsonBoolean _, JsonNull _ -> {}
            }
            target = rest.poll();
        }
        return false;
    }

    private String local(String ref) {
        return !id.isEmpty() && ref.startsWith(id + "#") ? ref.substring(id.length()) : ref;
    }

    private static @Nullable JsonValue member(JsonValue holder, String token) {
        return switch (holder) {
            case JsonObject object -> object.get(token);
            case JsonArray array ->
                token.matches("[0-9]{1,6}") && Integer.parseInt(token) < array.size()
                        ? array.get(Integer.parseInt(token))
                        : null;
            case JsonString _, JsonNumber _, JsonBoolean _, JsonNull _ -> null;
        };
    }
}
