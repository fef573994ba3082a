package dev.chartroom.adapters.cel.program;

import dev.chartroom.adapters.cel.value.CelNull;
import java.util.Arrays;

/** One evaluation: its variables and its cost so far. */
final class EvaluationFrame {
    private final Object[] variables;
    private final long limit;
    private long cost;

    /**
     * @param declared the values of the declared variables, which have the first slots
     * @param variables the number of slots, including the slots for the variables of macros
     */
    EvaluationFrame(Object[] declared, int variables, long limit) {
        this.variables = Arrays.copyOf(declared, variables);
        this.limit = limit;
        Arrays.fill(this.variables, declared.length, variables, CelNull.NULL);
    }

    Object variable(int slot) {
        return variables[slot];
    }

    void set(int slot, Object value) {
        variables[slot] = value;
    }

    /** @throws CostLimitExceeded if the cost exceeds the limit */
    void charge(long units) {
        cost += units;
        if (cost > limit) {
            throw new CostLimitExceeded();
        }
    }

    long cost() {
        return cost;
    }
}
