package dev.chartroom.adapters.cel.program;

import dev.chartroom.adapters.cel.value.Bytes;
import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.ListValue;
import dev.chartroom.adapters.cel.value.Timestamp;
import dev.chartroom.adapters.cel.value.Uint;
import java.time.Duration;

/** What cel-go says of a call whose arguments have types that only show when it is evaluated. */
final class MissingOverload {
    private MissingOverload() {}

    /** The error of a call that found no overload. */
    static CelError of(String function, Object[] arguments) {
        Object first = arguments.length == 0 ? false : arguments[0];
        return switch (function) {
            case "_==_", "_!=_", "@in", "!_", "startsWith", "endsWith", "contains", "matches" ->
                CelError.NO_SUCH_OVERLOAD;
            case "_+_" ->
                operator(function, isCalculated(first) || first instanceof Bytes || first instanceof ListValue);
            case "_-_", "_*_", "_/_", "-_" -> operator(function, isCalculated(first));
            case "_%_" -> operator(function, isCalculated(first) && !(first instanceof Double));
            case "_<_", "_<=_", "_>_", "_>=_" ->
                operator(function, isCalculated(first) || first instanceof Bytes || first instanceof Boolean);
            case "sort" -> operator(function, false);
            case "isSorted", "sum", "min", "max" ->
                first instanceof ListValue ? CelError.NO_SUCH_OVERLOAD : CelError.noSuchOverload(function, arguments);
            default -> CelError.noSuchOverload(function, arguments);
        };
    }

    /** An operator is named where its left side has no such operator, or none at all. */
    private static CelError operator(String function, boolean has) {
        return has ? CelError.NO_SUCH_OVERLOAD : new CelError(CelError.NO_SUCH_OVERLOAD.message() + ": " + function);
    }

    private static boolean isCalculated(Object value) {
        return value instanceof Long
                || value instanceof Uint
                || value instanceof Double
                || value instanceof String
                || value instanceof Timestamp
                || value instanceof Duration;
    }
}
