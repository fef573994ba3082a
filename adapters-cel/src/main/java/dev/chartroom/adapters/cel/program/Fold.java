package dev.chartroom.adapters.cel.program;

import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.GoTypes;
import dev.chartroom.adapters.cel.value.ListValue;
import dev.chartroom.adapters.cel.value.MapValue;
import dev.chartroom.apimachinery.deadline.Deadline;
import java.util.List;

/**
 * A loop over the elements of a list or the keys of a map. Macros expand to such loops.
 *
 * @param second the slot of the second variable; negative if there is none
 */
record Fold(Node range, int accumulator, Node start, int first, int second, Node condition, Node step, Node result)
        implements Node {
    @Override
    public Object eval(EvaluationFrame frame) {
        Object over = range.eval(frame);
        if (over instanceof CelError) {
            return over;
        }
        frame.set(accumulator, start.eval(frame));
        switch (over) {
            case ListValue list -> {
                for (int i = 0, end = list.size(); i < end; i++) {
                    if (!step(frame, (long) i, list.get(i), second < 0)) {
                        break;
                    }
                }
            }
            case MapValue map -> {
                List<Object> keys = map.keys();
                for (Object key : keys) {
                    Object value = second < 0 ? key : map.find(key);
                    if (value != null && !step(frame, key, value, false)) {
                        break;
                    }
                }
            }
            default -> {
                String type = GoTypes.ofValue(over);
                return new CelError(
                        second < 0
                                ? "got '" + type + "', expected iterable type"
                                : "unsupported comprehension range type: " + type);
            }
        }
        return result.eval(frame);
    }

    /** @return false to end the loop */
    private boolean step(EvaluationFrame frame, Object key, Object value, boolean onlyValue) {
        Deadline.check();
        frame.set(first, onlyValue ? value : key);
        if (second >= 0) {
            frame.set(second, value);
        }
        if (Boolean.FALSE.equals(condition.eval(frame))) {
            return false;
        }
        frame.set(accumulator, step.eval(frame));
        return true;
    }
}
