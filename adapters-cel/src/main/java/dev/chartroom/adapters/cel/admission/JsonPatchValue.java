package dev.chartroom.adapters.cel.admission;

import com.google.common.collect.ImmutableSet;
import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.CelNull;
import dev.chartroom.adapters.cel.value.Equality;
import dev.chartroom.adapters.cel.value.GoTypes;
import dev.chartroom.adapters.cel.value.OpaqueValue;
import dev.chartroom.adapters.cel.value.TypeValue;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The operation that {@code JSONPatch{...}} constructs.
 *
 * @param value the value of the operation; null if the expression sets none
 */
record JsonPatchValue(
        String op, String path, String from, @Nullable Object value) implements OpaqueValue {
    static final String VALUE = "value";
    static final ImmutableSet<String> FIELDS = ImmutableSet.of("op", "from", "path", VALUE);

    private static final TypeValue TYPE = new TypeValue(PatchStructs.JSON_PATCH);

    /** Returns the operation, or a CelError if a field has a value of a wrong type. */
    static Object of(Map<String, Object> fields) {
        for (Map.Entry<String, Object> field : fields.entrySet()) {
            if (!field.getKey().equals(VALUE) && !(field.getValue() instanceof String)) {
                return new CelError("unexpected type " + GoTypes.ofContent(field.getValue()) + " for JSONPatchType '"
                        + field.getKey() + "' field");
            }
        }
        return new JsonPatchValue(text(fields, "op"), text(fields, "path"), text(fields, "from"), fields.get(VALUE));
    }

    private static String text(Map<String, Object> fields, String name) {
        return fields.get(name) instanceof String text ? text : "";
    }

    @Override
    public TypeValue type() {
        return TYPE;
    }

    @Override
    public Object equalTo(Object other) {
        if (!(other instanceof JsonPatchValue that)
                || !op.equals(that.op)
                || !path.equals(that.path)
                || !from.equals(that.from)) {
            return false;
        }
        return value == null || that.value == null
                ? value == null && that.value == null
                : Equality.equal(value, that.value);
    }

    @Override
    public Object field(String name) {
        return switch (name) {
            case "op" -> op;
            case "path" -> path;
            case "from" -> from;
            case VALUE -> value == null ? CelNull.NULL : value;
            default -> new CelError("unsupported indexer: " + name);
        };
    }

    @Override
    public Object has(String name) {
        return switch (name) {
            case "op" -> !op.isEmpty();
            case "path" -> !path.isEmpty();
            case "from" -> !from.isEmpty();
            case VALUE -> value != null;
            default -> new CelError("unsupported field: " + name);
        };
    }
}
