package dev.chartroom.adapters.cel.program;

/** A step of an expression. Immutable: the frame holds all state. */
@FunctionalInterface
interface Node {
    /** @return a value or a CelError */
    Object eval(EvaluationFrame frame);
}
