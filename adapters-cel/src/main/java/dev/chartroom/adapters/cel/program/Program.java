package dev.chartroom.adapters.cel.program;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.chartroom.adapters.cel.value.CelError;

/** An expression that is ready to be evaluated. Immutable and thread-safe. */
public final class Program {
    private final Node root;
    private final int variables;
    private final boolean usesOldSelf;

    private Program(Node root, int variables, boolean usesOldSelf) {
        this.root = root;
        this.variables = variables;
        this.usesOldSelf = usesOldSelf;
    }

    /**
     * @param ast an expression that passed the type checker
     * @throws IllegalArgumentException where it could never work; the message says why
     */
    public static Program of(CelAbstractSyntaxTree ast) {
        Planner planner = new Planner(ast);
        Node root = planner.plan();
        return new Program(root, planner.variables(), planner.usesOldSelf());
    }

    public boolean usesOldSelf() {
        return usesOldSelf;
    }

    /**
     * How an evaluation ended.
     *
     * @param value a value or a CelError; an error where the limit was reached
     */
    public record Result(Object value, long cost, boolean limitReached) {}

    /** @param limit what it may cost */
    public Result run(Object self, Object oldSelf, long limit) {
        Frame frame = new Frame(self, oldSelf, variables, limit);
        try {
            return new Result(root.eval(frame), frame.cost(), false);
        } catch (CostLimitExceeded e) {
            return new Result(new CelError(String.valueOf(e.getMessage())), frame.cost(), true);
        } catch (StackOverflowError _) {
            return new Result(new CelError("the values are nested too deeply"), frame.cost(), false);
        }
    }
}
