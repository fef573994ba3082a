package dev.chartroom.bootstrap.assembly;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Runs an action once, after the first read of all objects. */
final class FirstRead {
    private final Supplier<Optional<String>> problem;
    private final BooleanSupplier isKnown;
    private final Runnable action;
    private final AtomicBoolean done = new AtomicBoolean();

    /**
     * @param problem returns the reason why some objects have not been read; empty if all have been read
     * @param isKnown whether the program knows the kinds whose objects must be read
     */
    FirstRead(Supplier<Optional<String>> problem, BooleanSupplier isKnown, Runnable action) {
        this.problem = problem;
        this.isKnown = isKnown;
        this.action = action;
    }

    /**
     * Returns the reason why some objects have not been read. The first call after all objects have been read runs the
     * action before it returns.
     */
    Optional<String> problem() {
        boolean known = isKnown.getAsBoolean();
        Optional<String> missing = problem.get();
        if (known && missing.isEmpty() && done.compareAndSet(false, true)) {
            action.run();
        }
        return missing;
    }
}
