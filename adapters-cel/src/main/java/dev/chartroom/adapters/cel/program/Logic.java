package dev.chartroom.adapters.cel.program;

import dev.chartroom.adapters.cel.value.CelError;
import java.util.Optional;

/** Nodes that need not evaluate all their operands, and a loop condition. Only the loop condition costs something. */
final class Logic {
    private Logic() {}

    /**
     * Returns false if one side is false, even if the other side is an error. Likewise, {@code or} returns true if one
     * side is true.
     */
    static Node and(Node left, Node right) {
        return frame -> decide(left, right, frame, false);
    }

    static Node or(Node left, Node right) {
        return frame -> decide(left, right, frame, true);
    }

    private static Object decide(Node left, Node right, EvaluationFrame frame, Boolean decisive) {
        Object first = left.eval(frame);
        if (decisive.equals(first)) {
            return decisive;
        }
        Object second = right.eval(frame);
        if (decisive.equals(second)) {
            return decisive;
        }
        if (!(first instanceof Boolean)) {
            return orNoSuchOverload(first);
        }
        return second instanceof Boolean ? second : orNoSuchOverload(second);
    }

    static Node conditional(Node condition, Node then, Node otherwise) {
        return frame -> {
            Object holds = condition.eval(frame);
            if (!(holds instanceof Boolean truth)) {
                return orNoSuchOverload(holds);
            }
            return (truth ? then : otherwise).eval(frame);
        };
    }

    /** The loop condition of macros: only false ends a loop, an error does not. */
    static Node notStrictlyFalse(Node condition) {
        return frame -> {
            Object holds = condition.eval(frame);
            frame.charge(1);
            return !Boolean.FALSE.equals(holds);
        };
    }

    static Node optionalOr(Node first, Node second) {
        return frame -> {
            Object value = first.eval(frame);
            return value instanceof Optional<?> optional && optional.isEmpty() ? second.eval(frame) : value;
        };
    }

    static Node optionalOrValue(Node first, Node second) {
        return frame -> {
            Object value = first.eval(frame);
            if (!(value instanceof Optional<?> optional)) {
                return value;
            }
            return optional.isPresent() ? optional.get() : second.eval(frame);
        };
    }

    private static Object orNoSuchOverload(Object value) {
        return value instanceof CelError ? value : CelError.NO_SUCH_OVERLOAD;
    }
}
