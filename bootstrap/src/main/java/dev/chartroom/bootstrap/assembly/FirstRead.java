package dev.chartroom.bootstrap.assembly;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Runs an action once, when everything has been read for the first time. */
final class FirstRead {
    private final Supplier<Optional<String>> problem;
    private final BooleanSupplier isKnown;
    private final Runnable action;
    private final AtomicBoolean done = new AtomicBoolean();

    /**
     * @param problem returns what is not read yet; empty if everything is read
     * @param isKnown whether the program knows what must be read
     */
    FirstRead(Supplier<Optional<String>> problem, BooleanSupplier isKnown, Runnable action) {
        this.problem = problem;
        this.isKnown = isKnown;
        this.action = action;
    }

    /** Returns what is not read yet. The first call that finds nothing missing runs the action before it returns. */
    Optional<String> problem() {
        boolean known = isKnown.getAsBoolean();
        Optional<String> missing = problem.get();
        if (known && missing.isEmpty() && done.compareAndSet(false, true)) {
            action.run();
        }
        return missing;
    }
}
