package dev.chartroom.adapters.cel.program;

import dev.chartroom.adapters.cel.value.CelNull;
import java.util.Arrays;

/** One evaluation: its variables and what it cost so far. */
final class Frame {
    private final Object self;
    private final Object oldSelf;
    private final Object[] variables;
    private final long limit;
    private long cost;

    Frame(Object self, Object oldSelf, int variables, long limit) {
        this.self = self;
        this.oldSelf = oldSelf;
        this.variables = new Object[variables];
        this.limit = limit;
        Arrays.fill(this.variables, CelNull.NULL);
    }

    Object self() {
        return self;
    }

    Object oldSelf() {
        return oldSelf;
    }

    Object variable(int slot) {
        return variables[slot];
    }

    void set(int slot, Object value) {
        variables[slot] = value;
    }

    /** @throws CostLimitExceeded where the evaluation must end */
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
