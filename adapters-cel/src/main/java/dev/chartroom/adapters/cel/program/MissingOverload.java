package dev.chartroom.adapters.cel.program;

import dev.chartroom.adapters.cel.value.Bytes;
import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.ListValue;
import dev.chartroom.adapters.cel.value.Timestamp;
import dev.chartroom.adapters.cel.value.Uint;
import java.time.Duration;

/** cel-go's errors for calls whose arguments have the wrong types, which only the evaluation detects. */
final class MissingOverload {
    private MissingOverload() {}

    /** Returns the error of a call without a matching overload. */
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

    /** cel-go's error names the operator only if the type of the left side does not implement the operator. */
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
