package dev.chartroom.adapters.cel.admission;

import dev.chartroom.adapters.cel.program.Program;
import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.OpaqueValue;
import dev.chartroom.adapters.cel.value.TypeValue;
import dev.chartroom.apimachinery.go.GoText;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The variables of a policy for one request. Each is evaluated at its first use, and only then. */
final class LazyVariables {
    private static final TypeValue TYPE = new TypeValue("kubernetes.variables");

    private final List<PolicyVariable> declared;
    private final BiFunction<CompiledExpression.Compiled, View, Program.Result> evaluator;
    private final @Nullable Object[] values;
    private long cost;

    /** @param evaluator evaluates an expression; gets the expression and the variables that it can see */
    LazyVariables(
            List<PolicyVariable> declared, BiFunction<CompiledExpression.Compiled, View, Program.Result> evaluator) {
        this.declared = declared;
        this.evaluator = evaluator;
        this.values = new @Nullable Object[declared.size()];
    }

    /** The first {@code size} variables: a variable sees only earlier variables, so it cannot refer to itself. */
    record View(LazyVariables variables, int size) implements OpaqueValue {
        @Override
        public TypeValue type() {
            return TYPE;
        }

        @Override
        public @Nullable Object field(String name) {
            for (int i = size - 1; i >= 0; i--) {
                if (variables.declared.get(i).name().equals(name)) {
                    return variables.value(i);
                }
            }
            return null;
        }
    }

    View all() {
        return new View(this, declared.size());
    }

    /** Returns the cost of the variables that were evaluated since the last call of this method. */
    long takeCost() {
        long taken = cost;
        cost = 0;
        return taken;
    }

    private Object value(int index) {
        Object known = values[index];
        if (known != null) {
            return known;
        }
        Object value = evaluate(declared.get(index), new View(this, index));
        values[index] = value;
        return value;
    }

    private Object evaluate(PolicyVariable variable, View visible) {
        String prefix = "composited variable " + GoText.quote(variable.name()) + " fails to ";
        return switch (variable.expression()) {
            case CompiledExpression.Uncompilable(String error) -> new CelError(prefix + "compile: " + error);
            case CompiledExpression.Compiled compiled -> {
                Program.Result result = evaluator.apply(compiled, visible);
                cost += result.cost();
                yield result.value() instanceof CelError(String message)
                        ? new CelError(prefix + "evaluate: " + message)
                        : result.value();
            }
        };
    }
}
