package dev.chartroom.charts.jsonschema;

/**
 * Thrown if a clause cannot express a constraint exactly. A clause must not contain types. The message names the
 * constraint.
 */
final class Inexpressible extends Exception {
    private static final long serialVersionUID = 1;

    Inexpressible(String reason) {
        super(reason, null, false, false);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
