package dev.chartroom.adapters.cel.program;

/** One step of an expression. Immutable; what changes is in the frame. */
@FunctionalInterface
interface Node {
    /** @return a value or a CelError */
    Object eval(Frame frame);
}
