package dev.chartroom.adapters.cel.library;

import com.google.common.collect.ImmutableList;
import dev.cel.common.ast.CelExpr;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelMacroExprFactory;
import java.util.Optional;

/**
 * The macro {@code list.sortBy(x, key)}, which sorts a list by the key of each element. dev.cel has this macro, but its
 * type checker infers a list of pairs for the result.
 */
public final class SortByMacro {
    public static final String FUNCTION = "@sortByAssociatedKeys";
    public static final CelMacro MACRO = CelMacro.newReceiverMacro("sortBy", 2, SortByMacro::expand);

    private static final String INPUT = "@__sortBy_input__";

    private SortByMacro() {}

    /** Binds the list to the accumulator of a loop without iterations, so the list is evaluated only once. */
    private static Optional<CelExpr> expand(
            CelMacroExprFactory factory, CelExpr target, ImmutableList<CelExpr> arguments) {
        CelExpr variable = arguments.get(0);
        if (variable.getKind() != CelExpr.ExprKind.Kind.IDENT) {
            return Optional.empty();
        }
        String accumulator = factory.getAccumulatorVarName();
        CelExpr append =
                factory.newGlobalCall("_+_", factory.newIdentifier(accumulator), factory.newList(arguments.get(1)));
        CelExpr keys = factory.fold(
                variable.ident().name(),
                factory.newIdentifier(INPUT),
                accumulator,
                factory.newList(),
                factory.newBoolLiteral(true),
                append,
                factory.newIdentifier(accumulator));
        return Optional.of(factory.fold(
                "#unused",
                factory.newList(),
                INPUT,
                target,
                factory.newBoolLiteral(false),
                factory.newIdentifier(INPUT),
                factory.newReceiverCall(FUNCTION, factory.newIdentifier(INPUT), keys)));
    }
}
