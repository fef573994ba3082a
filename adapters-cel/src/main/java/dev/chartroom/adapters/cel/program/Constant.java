package dev.chartroom.adapters.cel.program;

/** A value that is known beforehand. Costs nothing. */
record Constant(Object value) implements Node {
    @Override
    public Object eval(Frame frame) {
        return value;
    }
}
