package dev.chartroom.adapters.cel.program;

import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.CelNull;
import dev.chartroom.adapters.cel.value.ListValue;
import dev.chartroom.adapters.cel.value.MapValue;
import dev.chartroom.adapters.cel.value.OpaqueValue;
import dev.chartroom.adapters.cel.value.TypeValue;
import dev.chartroom.adapters.cel.value.Types;
import dev.chartroom.adapters.cel.value.Uint;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Access to members, map entries and list elements. */
final class Access {
    private Access() {}

    /** Implements {@code operand.name} and {@code operand[key]}. An access to an optional returns an optional. */
    static Node get(Node operand, Node key) {
        return access(operand, key, false);
    }

    /** Implements {@code operand.?name} and {@code operand[?key]}. */
    static Node getOptional(Node operand, Node key) {
        return access(operand, key, true);
    }

    private static Node access(Node operand, Node key, boolean optional) {
        return frame -> {
            Object value = operand.eval(frame);
            if (value instanceof CelError) {
                return value;
            }
            Object index = key.eval(frame);
            if (index instanceof CelError) {
                return index;
            }
            if (index == CelNull.NULL) {
                return new CelError("invalid qualifier type: <nil>");
            }
            if (optional || value instanceof Optional<?>) {
                return optional(frame, value, index);
            }
            frame.charge(1);
            Object found = find(value, index);
            return found == null ? missing(value, index) : found;
        };
    }

    /** Charges nothing for an absent value. */
    private static Object optional(EvaluationFrame frame, Object value, Object index) {
        Object holder = value instanceof Optional<?> optional ? optional.orElse(null) : value;
        Object found = holder == null ? null : find(holder, index);
        if (found != null) {
            frame.charge(1);
        }
        return found instanceof CelError ? found : Optional.ofNullable(found);
    }

    /** Evaluates an operand that is not rooted in a variable, and charges for it. */
    static Node relative(Node operand) {
        return frame -> {
            Object value = operand.eval(frame);
            frame.charge(1);
            return value;
        };
    }

    /** Implements {@code has(operand.name)}. */
    static Node has(Node operand, String name) {
        return frame -> {
            Object value = operand.eval(frame);
            if (value instanceof CelError) {
                return value;
            }
            Object holder = value instanceof Optional<?> optional ? optional.orElse(null) : value;
            return switch (holder) {
                case MapValue map -> {
                    Object found = map.find(name);
                    yield found instanceof CelError ? found : (Object) (found != null);
                }
                case OpaqueValue opaque -> opaque.has(name);
                case null, default -> false;
            };
        };
    }

    private static @Nullable Object find(Object value, Object key) {
        return switch (value) {
            case MapValue map -> map.find(key);
            case ListValue list -> element(list, key);
            case OpaqueValue opaque when key instanceof String name -> opaque.field(name);
            default -> null;
        };
    }

    private static @Nullable Object element(ListValue list, Object key) {
        Long index = index(key);
        if (index == null) {
            TypeValue type = Types.of(key);
            return new CelError("unsupported index type '" + type + "' in list");
        }
        return index >= 0 && index < list.size() ? list.get(index.intValue()) : null;
    }

    private static @Nullable Long index(Object key) {
        return switch (key) {
            case Long index -> index;
            case Uint index -> index.bits();
            case Double index when index == Math.rint(index) -> index.longValue();
            default -> null;
        };
    }

    private static CelError missing(Object value, Object key) {
        return value instanceof ListValue ? new CelError("index out of bounds: " + key) : CelError.noSuchKey(key);
    }
}
