package dev.chartroom.adapters.cel.program;

import dev.chartroom.adapters.cel.library.CelFunction;
import dev.chartroom.adapters.cel.library.Costs;
import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.CelFailure;
import java.util.List;

/** A call of a function that needs all its arguments. What it costs is charged before it works. */
record Call(String name, CelFunction function, List<Node> arguments) implements Node {
    @Override
    public Object eval(Frame frame) {
        Object[] values = new Object[arguments.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = arguments.get(i).eval(frame);
        }
        for (Object value : values) {
            if (value instanceof CelError) {
                return value;
            }
        }
        frame.charge(Costs.of(name, values));
        try {
            return function.apply(values);
        } catch (CelFailure e) {
            return e.toError();
        }
    }
}
