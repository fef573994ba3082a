package dev.chartroom.adapters.cel.program;

/** A constant value. Costs nothing. */
record Constant(Object value) implements Node {
    @Override
    public Object eval(EvaluationFrame frame) {
        return value;
    }
}
