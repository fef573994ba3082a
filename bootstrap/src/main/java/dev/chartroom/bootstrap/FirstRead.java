package dev.chartroom.bootstrap;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** Does something once, when everything has been read for the first time and before anybody is told so. */
final class FirstRead {
    private final Supplier<Optional<String>> problem;
    private final Runnable action;
    private final AtomicBoolean done = new AtomicBoolean();

    /** @param problem what is not read yet; empty if everything is */
    FirstRead(Supplier<Optional<String>> problem, Runnable action) {
        this.problem = problem;
        this.action = action;
    }

    /** What is not read yet. Whoever is told first that nothing is missing waits for the action. */
    Optional<String> problem() {
        Optional<String> missing = problem.get();
        if (missing.isEmpty() && done.compareAndSet(false, true)) {
            action.run();
        }
        return missing;
    }
}
