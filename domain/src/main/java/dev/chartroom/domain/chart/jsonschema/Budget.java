package dev.chartroom.domain.chart.jsonschema;

/**
 * How much work a schema may make. References let a short text stand for a schema without measure, so what counts is
 * what it becomes.
 */
final class Budget {
    private static final int STEPS = 200_000;

    private int left = STEPS;

    /** @throws Exhausted where the schema is too large */
    void spend() {
        if (--left < 0) {
            throw new Exhausted();
        }
    }

    /** Ends a conversion that would not end in good time. */
    static final class Exhausted extends RuntimeException {
        private static final long serialVersionUID = 1;

        Exhausted() {
            super("the schema is too large", null, false, false);
        }
    }
}
