package dev.chartroom.domain.chart.jsonschema;

/** Something that a clause, which may not name types, cannot say exactly. The message names it. */
final class Inexpressible extends Exception {
    private static final long serialVersionUID = 1;

    Inexpressible(String what) {
        super(what, null, false, false);
    }

    String what() {
        return String.valueOf(getMessage());
    }
}
