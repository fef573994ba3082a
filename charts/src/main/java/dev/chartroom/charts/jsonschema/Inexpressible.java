package dev.chartroom.charts.jsonschema;

/** Thrown if a clause, which must not contain types, cannot express a constraint exactly. The message names the constraint. */
final class Inexpressible extends Exception {
    private static final long serialVersionUID = 1;

    Inexpressible(String reason) {
        super(reason, null, false, false);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
