package dev.chartroom.adapters.cel.program;

import dev.cel.common.ast.CelExpr;
import java.util.Optional;

/**
 * Recognizes cel-go's attributes: variables, and accesses to their members and elements. A conditional is an attribute,
 * too; reading the variable that it chooses costs nothing.
 */
final class Attributes {
    private Attributes() {}

    static boolean is(CelExpr expr) {
        return root(expr).isPresent() || (isCall(expr) && expr.call().function().equals("_?_:_"));
    }

    /** Returns whether a call accesses a member or an element of its first argument. */
    static boolean isAccess(String function) {
        return function.equals("_[_]") || function.equals("_[?_]") || function.equals("_?._");
    }

    /** Returns the variable at the root of an access; empty if there is none. */
    static Optional<CelExpr> root(CelExpr expr) {
        return switch (expr.getKind()) {
            case IDENT -> Optional.of(expr);
            case SELECT ->
                expr.select().testOnly() ? Optional.empty() : root(expr.select().operand());
            case CALL ->
                isAccess(expr.call().function()) ? root(expr.call().args().getFirst()) : Optional.empty();
            case CONSTANT, LIST, MAP, STRUCT, COMPREHENSION, NOT_SET -> Optional.empty();
        };
    }

    private static boolean isCall(CelExpr expr) {
        return expr.getKind() == CelExpr.ExprKind.Kind.CALL;
    }
}
