package dev.chartroom.apimachinery.patch;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.JsonValue;

/** One operation of a JSON Patch (RFC 6902, section 4), parsed as leniently as in kube-apiserver. */
sealed interface PatchOperation {

    record Add(JsonPointer path, JsonValue value) implements PatchOperation {}

    record Remove(JsonPointer path) implements PatchOperation {}

    record Replace(JsonPointer path, JsonValue value) implements PatchOperation {}

    record Move(JsonPointer from, JsonPointer path) implements PatchOperation {}

    record Copy(JsonPointer from, JsonPointer path) implements PatchOperation {}

    record Test(JsonPointer path, JsonValue value) implements PatchOperation {}

    /**
     * An operation that never applies, with the reason. The client gets this error only if the object to patch exists.
     */
    record Inapplicable(String reason) implements PatchOperation {}

    /**
     * Parses an operation. Members that the operation does not define are ignored; a missing value is null.
     *
     * @throws IllegalArgumentException if a member has the wrong type
     */
    static PatchOperation parse(JsonValue json) {
        if (!(json instanceof JsonObject operation)) {
            throw new IllegalArgumentException("must be an object");
        }
        String op = text(operation, "op");
        String from = text(operation, "from");
        String path = text(operation, "path");
        JsonValue given = operation.get("value");
        JsonValue value = given == null ? JsonNull.NULL : given;
        if (!operation.has("path")) {
            return new Inapplicable("path must be given");
        }
        try {
            JsonPointer target = JsonPointer.parse(path);
            return switch (op) {
                case "add" -> new Add(target, value);
                case "remove" -> new Remove(target);
                case "replace" -> new Replace(target, value);
                case "test" -> new Test(target, value);
                case "move", "copy" -> {
                    if (!operation.has("from")) {
                        yield new Inapplicable("from must be given");
                    }
                    JsonPointer source = JsonPointer.parse(from);
                    yield op.equals("move") ? new Move(source, target) : new Copy(source, target);
                }
                default -> new Inapplicable("op must be add, remove, replace, move, copy or test, not \"" + op + "\"");
            };
        } catch (IllegalArgumentException e) {
            return new Inapplicable(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the name that error messages use for the operation. */
    default String name() {
        return switch (this) {
            case Add(var path, var _) -> "add \"" + path + "\"";
            case Remove(var path) -> "remove \"" + path + "\"";
            case Replace(var path, var _) -> "replace \"" + path + "\"";
            case Move(var _, var path) -> "move \"" + path + "\"";
            case Copy(var _, var path) -> "copy \"" + path + "\"";
            case Test(var path, var _) -> "test \"" + path + "\"";
            case Inapplicable _ -> "unknown";
        };
    }

    private static String text(JsonObject operation, String member) {
        JsonValue value = operation.get(member);
        if (value == null || value == JsonNull.NULL) {
            return "";
        }
        return operation.string(member).orElseThrow(() -> new IllegalArgumentException(member + " must be a string"));
    }
}
