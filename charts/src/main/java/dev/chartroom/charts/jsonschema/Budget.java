package dev.chartroom.charts.jsonschema;

/**
 * Limits the work of one conversion. Because of references, a short text can expand to a schema of any size. So the
 * limit counts the schemas after expansion.
 */
final class Budget {
    private static final int STEPS = 200_000;

    private int remaining = STEPS;

    /** @throws Exhausted if the schema is too large */
    void spend() {
        if (--remaining < 0) {
            throw new Exhausted();
        }
    }

    /** Aborts a conversion that would take too long. */
    static final class Exhausted extends RuntimeException {
        private static final long serialVersionUID = 1;

        Exhausted() {
            super("the schema is too large", null, false, false);
        }
    }
}
