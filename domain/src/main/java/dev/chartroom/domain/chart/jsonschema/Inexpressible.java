package dev.chartroom.domain.chart.jsonschema;

/** Thrown if a clause, which must not contain types, cannot express a demand exactly. The message names the demand. */
final class Inexpressible extends Exception {
    private static final long serialVersionUID = 1;

    Inexpressible(String what) {
        super(what, null, false, false);
    }

    String what() {
        return String.valueOf(getMessage());
    }
}
