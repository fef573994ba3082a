package dev.chartroom.adapters.cel.library;

import com.google.common.collect.ImmutableList;
import dev.cel.common.ast.CelExpr;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelMacroExprFactory;
import java.util.Optional;

/**
 * {@code list.sortBy(x, key)}: a list in the order of what becomes of its elements. dev.cel has the macro, but its type
 * checker takes the result for a list of pairs.
 */
final class SortByMacro {
    static final String FUNCTION = "@sortByAssociatedKeys";
    static final CelMacro MACRO = CelMacro.newReceiverMacro("sortBy", 2, SortByMacro::expand);

    private static final String INPUT = "@__sortBy_input__";

    private SortByMacro() {}

    /** The list is evaluated once, by a loop over nothing whose accumulator it is. */
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
