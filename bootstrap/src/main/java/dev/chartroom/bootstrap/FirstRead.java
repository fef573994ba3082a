package dev.chartroom.bootstrap;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Does something once, when everything has been read for the first time. */
final class FirstRead {
    private final Supplier<Optional<String>> problem;
    private final BooleanSupplier isKnown;
    private final Runnable action;
    private final AtomicBoolean done = new AtomicBoolean();

    /**
     * @param problem what is not read yet; empty if everything is that is to be read
     * @param isKnown whether it is known what is to be read
     */
    FirstRead(Supplier<Optional<String>> problem, BooleanSupplier isKnown, Runnable action) {
        this.problem = problem;
        this.isKnown = isKnown;
        this.action = action;
    }

    /** What is not read yet. Whoever is the first to be told that nothing is missing waits for the action. */
    Optional<String> problem() {
        boolean known = isKnown.getAsBoolean();
        Optional<String> missing = problem.get();
        if (known && missing.isEmpty() && done.compareAndSet(false, true)) {
            action.run();
        }
        return missing;
    }
}
