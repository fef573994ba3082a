package dev.chartroom.adapters.cel.library;

import dev.chartroom.adapters.cel.value.Bytes;
import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.adapters.cel.value.Equality;
import dev.chartroom.adapters.cel.value.ListValue;
import dev.chartroom.adapters.cel.value.MapValue;
import dev.chartroom.adapters.cel.value.Texts;
import dev.chartroom.adapters.cel.value.Types;
import java.util.Map;

/** The functions that inspect or compare values: equality, order, membership, size and type. */
public final class Comparisons {
    private Comparisons() {}

    public static Map<String, CelFunction> functions() {
        return Map.of(
                "_==_", arguments -> Equality.equal(arguments[0], arguments[1]),
                "_!=_", arguments -> negate(Equality.equal(arguments[0], arguments[1])),
                "_<_", arguments -> Equality.compare(arguments[0], arguments[1]) < 0,
                "_<=_", arguments -> Equality.compare(arguments[0], arguments[1]) <= 0,
                "_>_", arguments -> Equality.compare(arguments[0], arguments[1]) > 0,
                "_>=_", arguments -> Equality.compare(arguments[0], arguments[1]) >= 0,
                "@in", arguments -> in(arguments[0], arguments[1]),
                "size", arguments -> size(arguments[0]),
                "type", arguments -> Types.of(arguments[0]),
                "dyn", arguments -> arguments[0]);
    }

    private static Object negate(Object equal) {
        return equal instanceof Boolean truth ? (Object) !truth : equal;
    }

    private static Object in(Object value, Object container) {
        return switch (container) {
            case ListValue list -> list.contains(value);
            case MapValue map -> {
                Object found = map.find(value);
                yield found instanceof CelError ? found : (Object) (found != null);
            }
            default -> throw CelFailure.noSuchOverload();
        };
    }

    private static Object size(Object value) {
        return switch (value) {
            case String text -> (long) Texts.size(text);
            case Bytes bytes -> (long) bytes.size();
            case ListValue list -> (long) list.size();
            case MapValue map -> (long) map.size();
            default -> new CelError("no such overload: size");
        };
    }
}
