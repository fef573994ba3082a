package dev.chartroom.domain.masking;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.ObjectsOf;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.Status;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Masks the sensitive values of a kind's objects. A value is sensitive if its schema has {@code format: password} or
 * {@code x-kubernetes-sensitive}, or if the definition of the kind lists it. Immutable.
 */
public final class ValueMask {
    /** The replacement of a value. */
    public static final JsonString MASK = new JsonString("******");

    private final boolean empty;
    private final ObjectMask objects;
    private final StatusMask statuses;
    private final boolean ofCells;

    private ValueMask(boolean empty, ObjectMask objects, StatusMask statuses, boolean ofCells) {
        this.empty = empty;
        this.objects = objects;
        this.statuses = statuses;
        this.ofCells = ofCells;
    }

    private static ValueMask of(Schema schema, MaskNode root) {
        MaskNode rules = RuleMessages.of(schema.json(), root.child("spec"));
        StatusMask statuses =
                new StatusMask(root, root.and(MaskNode.under("spec", rules)).complete());
        return new ValueMask(root.isEmpty(), new ObjectMask(schema, root), statuses, false);
    }

    /**
     * Returns the mask of a kind.
     *
     * @param schema the schema of {@code spec}
     * @param paths the paths of further sensitive values in the object, such as {@code spec.users[*].password}.
     *     {@code *} and {@code [*]} match every item of a list and every member of a map
     */
    public static ValueMask of(Schema schema, List<String> paths) {
        MaskNode root = MaskNode.under("spec", SensitiveSchema.of(schema.json()));
        for (String path : paths) {
            root = root.and(MaskNode.of(segments(path)));
        }
        return of(schema, root.complete());
    }

    /**
     * Returns the mask of a kind that declares columns. Declared columns can show sensitive values, so every column
     * except the name is masked.
     */
    public ValueMask ofDeclaredColumns() {
        return new ValueMask(empty, objects, statuses, true);
    }

    /** Returns whether the kind has no sensitive values; the mask then changes nothing. */
    public boolean isEmpty() {
        return empty;
    }

    /**
     * Masks an object, or a list or table of objects. Removes fields that neither the schema nor Kubernetes defines.
     */
    public JsonValue apply(JsonValue response) {
        if (empty || !(response instanceof JsonObject object)) {
            return response;
        }
        JsonObject masked = new ObjectsOf(object).changed(objects::apply);
        return ofCells && masked.get("rows") instanceof JsonArray rows
                ? masked.with("rows", rows.map(ValueMask::cells))
                : masked;
    }

    private static JsonValue cells(JsonValue row) {
        if (!(row instanceof JsonObject columns) || !(columns.get("cells") instanceof JsonArray cells)) {
            return row;
        }
        List<JsonValue> masked = new ArrayList<>();
        for (JsonValue cell : cells) {
            masked.add(masked.isEmpty() || cell == JsonNull.NULL ? cell : MASK);
        }
        return columns.with("cells", new JsonArray(masked));
    }

    /**
     * Returns whether a value of the spec is sensitive, or has a sensitive part. A value that the schema does not define is
     * not sensitive.
     *
     * @param path the names of the members of the spec that lead to the value
     */
    public boolean hides(List<String> path, JsonValue value) {
        JsonValue spec = value;
        for (String name : path.reversed()) {
            spec = JsonObject.of(name, spec);
        }
        return !empty && hasMask(objects.apply(JsonObject.of("spec", spec)));
    }

    private static boolean hasMask(JsonValue value) {
        return switch (value) {
            case JsonObject object -> object.members().values().stream().anyMatch(ValueMask::hasMask);
            case JsonArray array -> array.values().stream().anyMatch(ValueMask::hasMask);
            case JsonString text -> text.equals(MASK);
            case JsonNumber _, JsonBoolean _, JsonNull _ -> false;
        };
    }

    /** Masks an object, a merge patch or the options of a deletion in the same way. */
    public JsonValue applyToBody(JsonValue body) {
        return empty ? body : body instanceof JsonObject object ? objects.apply(object) : MASK;
    }

    /** Masks the sensitive values of a JSON patch, even if a path leads into or above a sensitive field. */
    public JsonValue applyToPatch(JsonValue patch) {
        return empty ? patch : new PatchMask(objects).apply(patch);
    }

    /** Masks a text from admission if the kind has sensitive values, because the text can quote any value. */
    public String applyToText(String text) {
        return empty ? text : MASK.value();
    }

    /** Returns the Status of an error, with masks for the texts that can quote a sensitive value. */
    public JsonObject statusOf(ApiError error) {
        return empty ? Status.of(error).toJson() : statuses.of(error);
    }

    private static List<String> segments(String path) {
        List<String> segments = new ArrayList<>();
        for (String part : path.split("\\.", -1)) {
            int bracket = part.indexOf('[');
            segments.add(bracket < 0 ? part : part.substring(0, bracket));
            if (bracket >= 0) {
                Arrays.stream(part.substring(bracket).split("(?<=])", -1))
                        .filter(item -> !item.isEmpty())
                        .forEach(_ -> segments.add(MaskNode.WILDCARD));
            }
        }
        return segments;
    }
}
