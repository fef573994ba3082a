package dev.chartroom.adapters.cel.program;

import dev.chartroom.adapters.cel.environment.Costs;
import dev.chartroom.adapters.cel.library.CelFunction;
import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.CelFailure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call of a strict function, which needs all its arguments. The call is charged before it runs. */
record Call(String name, CelFunction function, List<Node> arguments) implements Node {
    /** A call with more arguments than this is not charged if an argument is an error. */
    private static final int ALWAYS_CHARGED = 2;

    @Override
    public Object eval(EvaluationFrame frame) {
        Object[] values = new Object[arguments.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = arguments.get(i).eval(frame);
        }
        CelError error = error(values);
        try {
            if (error == null || values.length <= ALWAYS_CHARGED) {
                frame.charge(Costs.of(name, values));
            }
            if (error != null) {
                return error;
            }
            Object result = function.apply(values);
            return CelError.NO_SUCH_OVERLOAD.equals(result) ? MissingOverload.of(name, values) : result;
        } catch (CelFailure e) {
            CelError failure = e.toError();
            return CelError.NO_SUCH_OVERLOAD.equals(failure) ? MissingOverload.of(name, values) : failure;
        } catch (ClassCastException _) {
            // The type checker found a single overload, but did not know the types of the arguments.
            return MissingOverload.of(name, values);
        }
    }

    private static @Nullable CelError error(Object[] values) {
        for (Object value : values) {
            if (value instanceof CelError error) {
                return error;
            }
        }
        return null;
    }
}
