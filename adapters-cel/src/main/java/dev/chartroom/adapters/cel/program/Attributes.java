package dev.chartroom.adapters.cel.program;

import dev.cel.common.ast.CelExpr;
import java.util.Optional;

/**
 * What cel-go calls attributes: variables, and what is taken of them without a computation. A choice between two is one
 * as well, and the variable that is chosen costs nothing.
 */
final class Attributes {
    private Attributes() {}

    static boolean is(CelExpr expr) {
        return root(expr).isPresent() || (isCall(expr) && expr.call().function().equals("_?_:_"));
    }

    /** Whether a call takes a member or an element of its first argument. */
    static boolean isAccess(String function) {
        return function.equals("_[_]") || function.equals("_[?_]") || function.equals("_?._");
    }

    /** The variable that everything is taken of; empty where there is none. */
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
