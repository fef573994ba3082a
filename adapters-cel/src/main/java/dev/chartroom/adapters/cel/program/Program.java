package dev.chartroom.adapters.cel.program;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.chartroom.adapters.cel.value.CelError;
import java.util.Set;

/** A compiled expression. Immutable and thread-safe. */
public final class Program {
    /** The cost limit of one evaluation of a rule or of a policy's expression: roughly a tenth of a second. */
    public static final long PER_CALL_LIMIT = 1_000_000;

    private final Node root;
    private final int variables;
    private final Set<String> used;

    private Program(Node root, int variables, Set<String> used) {
        this.root = root;
        this.variables = variables;
        this.used = Set.copyOf(used);
    }

    /**
     * @param ast an expression that passed the type checker
     * @throws IllegalArgumentException if the expression could never succeed; the message says why
     */
    public static Program of(CelAbstractSyntaxTree ast, Declarations declarations) {
        Planner planner = new Planner(ast, declarations);
        Node root = planner.plan();
        return new Program(root, planner.variables(), planner.used());
    }

    /** Returns whether the expression uses a variable. */
    public boolean uses(String variable) {
        return used.contains(variable);
    }

    /**
     * The result of an evaluation.
     *
     * @param value a value or a CelError; a CelError if the limit was reached
     */
    public record Result(Object value, long cost, boolean limitReached) {}

    /**
     * @param limit the cost limit
     * @param declared the values of the declared variables, in order; a CelError for an absent variable
     */
    public Result run(long limit, Object... declared) {
        EvaluationFrame frame = new EvaluationFrame(declared, variables, limit);
        try {
            return new Result(root.eval(frame), frame.cost(), false);
        } catch (CostLimitExceeded e) {
            return new Result(new CelError(String.valueOf(e.getMessage())), frame.cost(), true);
        } catch (StackOverflowError _) {
            return new Result(new CelError("the values are nested too deeply"), frame.cost(), false);
        }
    }
}
