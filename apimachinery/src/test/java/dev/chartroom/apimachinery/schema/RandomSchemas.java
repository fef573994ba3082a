package dev.chartroom.apimachinery.schema;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Random structural schemas and values for them. Equal seeds give equal results. Few names and values are used, so that
 * they often coincide.
 */
public final class RandomSchemas {
    private static final List<String> NAMES = List.of("a", "b", "c", "d", "e");

    private final SplittableRandom random;

    public RandomSchemas(long seed) {
        random = new SplittableRandom(seed);
    }

    /** Returns a schema of a spec. */
    public JsonObject schema() {
        return structure("object", 4).build();
    }

    /**
     * Returns a value for a schema, mostly of its types. Some members are missing, unknown, null or of another type.
     */
    public JsonObject value(JsonObject schema) {
        return (JsonObject) typed(schema, true);
    }

    /** Returns the value with some of its members changed, added or removed, at any depth. */
    JsonObject changed(JsonObject schema, JsonObject value) {
        JsonObject.Builder changed = JsonObject.builder();
        value.members().forEach((name, member) -> {
            JsonObject declared = schema.objectOrEmpty("properties")
                    .object(name)
                    .orElse(schema.objectOrEmpty("additionalProperties"));
            switch (random.nextInt(6)) {
                case 0 -> changed.put(name, any(declared, true));
                case 1, 2, 3 ->
                    changed.put(name, member instanceof JsonObject object ? changed(declared, object) : member);
                case 4 -> changed.put(name, changedItems(declared, member));
                default -> {}
            }
        });
        if (oneIn(3)) {
            String name = name();
            changed.put(name, any(schema.objectOrEmpty("properties").objectOrEmpty(name), true));
        }
        return changed.build();
    }

    private JsonValue changedItems(JsonObject schema, JsonValue value) {
        if (!(value instanceof JsonArray array)) {
            return value;
        }
        JsonObject items = schema.objectOrEmpty("items");
        List<JsonValue> changed = new ArrayList<>();
        for (JsonValue item : array) {
            if (!oneIn(4)) {
                changed.add(item instanceof JsonObject object ? changed(items, object) : item);
            }
        }
        if (oneIn(2)) {
            changed.add(any(items, true));
        }
        return new JsonArray(changed);
    }

    private JsonObject schema(int depth) {
        String type = depth == 0
                ? List.of("string", "integer", "boolean").get(random.nextInt(3))
                : List.of("string", "integer", "boolean", "object", "object", "object", "array")
                        .get(random.nextInt(7));
        JsonObject.Builder schema = structure(type, depth);
        if (oneIn(5)) {
            schema.put("nullable", true);
        }
        if (oneIn(2)) {
            schema.put("default", typed(schema.build(), false));
        }
        return schema.build();
    }

    private JsonObject.Builder structure(String type, int depth) {
        JsonObject.Builder schema = JsonObject.builder().put("type", type);
        if (type.equals("array")) {
            schema.put("items", schema(depth - 1));
        } else if (type.equals("object")) {
            if (oneIn(4)) {
                schema.put("additionalProperties", schema(depth - 1));
            } else {
                schema.put("properties", members(3, () -> schema(depth - 1)));
            }
        }
        return schema;
    }

    private JsonValue any(JsonObject schema, boolean noisy) {
        if (noisy && oneIn(8)) {
            return JsonNull.NULL;
        }
        return noisy && oneIn(12) ? typed(schema(2), true) : typed(schema, noisy);
    }

    private JsonValue typed(JsonObject schema, boolean noisy) {
        return switch (schema.stringOrEmpty("type")) {
            case "object" -> object(schema, noisy);
            case "array" -> {
                List<JsonValue> items = new ArrayList<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    items.add(any(schema.objectOrEmpty("items"), noisy));
                }
                yield new JsonArray(items);
            }
            case "integer" -> JsonNumber.of(random.nextInt(2));
            case "boolean" -> JsonBoolean.of(random.nextBoolean());
            default -> new JsonString(random.nextBoolean() ? "x" : "y");
        };
    }

    private JsonObject object(JsonObject schema, boolean noisy) {
        JsonObject.Builder object = JsonObject.builder();
        schema.objectOrEmpty("properties").members().forEach((name, declared) -> {
            if (oneIn(2)) {
                object.put(name, any((JsonObject) declared, noisy));
            }
        });
        schema.object("additionalProperties")
                .ifPresent(declared -> object.putAll(members(2, () -> any(declared, noisy))));
        if (noisy && oneIn(6)) {
            object.put("unknown", random.nextInt(2));
        }
        return object.build();
    }

    private JsonObject members(int max, Supplier<JsonValue> value) {
        JsonObject.Builder members = JsonObject.builder();
        for (int i = random.nextInt(max + 1); i > 0; i--) {
            members.put(name(), value.get());
        }
        return members.build();
    }

    private String name() {
        return NAMES.get(random.nextInt(NAMES.size()));
    }

    private boolean oneIn(int count) {
        return random.nextInt(count) == 0;
    }
}
