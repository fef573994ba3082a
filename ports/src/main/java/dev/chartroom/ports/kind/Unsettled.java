package dev.chartroom.ports.kind;

import java.util.Optional;

/** What a source that adds something to the documents of another one does not know yet, for readiness. */
final class Unsettled {
    private volatile Runnable onChange = () -> {};
    private volatile Optional<String> problem;

    /** @param problem until documents were read once */
    Unsettled(String problem) {
        this.problem = Optional.of(problem);
    }

    void follow(Runnable follower) {
        onChange = follower;
    }

    Optional<String> problem() {
        return problem;
    }

    /** Whoever asked before the documents were read asks again. */
    void settle(Optional<String> now) {
        Optional<String> before = problem;
        problem = now;
        if (before.isPresent() && now.isEmpty()) {
            onChange.run();
        }
    }
}
