package dev.chartroom.domain.patch;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonPointer;
import dev.chartroom.domain.json.JsonValue;

/** One operation of a JSON Patch (RFC 6902, section 4). */
sealed interface PatchOperation {

    JsonPointer path();

    record Add(JsonPointer path, JsonValue value) implements PatchOperation {}

    record Remove(JsonPointer path) implements PatchOperation {}

    record Replace(JsonPointer path, JsonValue value) implements PatchOperation {}

    record Move(JsonPointer from, JsonPointer path) implements PatchOperation {}

    record Copy(JsonPointer from, JsonPointer path) implements PatchOperation {}

    record Test(JsonPointer path, JsonValue value) implements PatchOperation {}

    /**
     * Reads an operation. Members that the operation does not define are ignored.
     *
     * @throws IllegalArgumentException where it is no operation or lacks a member
     */
    static PatchOperation parse(JsonValue json) {
        if (!(json instanceof JsonObject operation)) {
            throw new IllegalArgumentException("must be an object");
        }
        String op = text(operation, "op");
        return switch (op) {
            case "add" -> new Add(pointer(operation, "path"), value(operation));
            case "remove" -> new Remove(pointer(operation, "path"));
            case "replace" -> new Replace(pointer(operation, "path"), value(operation));
            case "move" -> new Move(pointer(operation, "from"), pointer(operation, "path"));
            case "copy" -> new Copy(pointer(operation, "from"), pointer(operation, "path"));
            case "test" -> new Test(pointer(operation, "path"), value(operation));
            default ->
                throw new IllegalArgumentException(
                        "op must be add, remove, replace, move, copy or test, not \"" + op + "\"");
        };
    }

    /** The {@code op} member. */
    default String op() {
        return switch (this) {
            case Add _ -> "add";
            case Remove _ -> "remove";
            case Replace _ -> "replace";
            case Move _ -> "move";
            case Copy _ -> "copy";
            case Test _ -> "test";
        };
    }

    private static String text(JsonObject operation, String member) {
        return operation
                .string(member)
                .orElseThrow(() -> new IllegalArgumentException(member + " must be given, as a string"));
    }

    private static JsonPointer pointer(JsonObject operation, String member) {
        try {
            return JsonPointer.parse(text(operation, member));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(member + ": " + e.getMessage(), e);
        }
    }

    private static JsonValue value(JsonObject operation) {
        JsonValue value = operation.get("value");
        if (value == null) {
            throw new IllegalArgumentException("value must be given, if only as null");
        }
        return value;
    }
}
