package dev.chartroom.core.catalogue;

import java.util.Optional;

/** The readiness problem of a source that completes the documents of another source. */
final class ReadinessProblem {
    private volatile Runnable onChange = () -> {};
    private volatile Optional<String> problem;

    /** @param problem the problem to report until the documents have been read once */
    ReadinessProblem(String problem) {
        this.problem = Optional.of(problem);
    }

    void follow(Runnable follower) {
        onChange = follower;
    }

    Optional<String> problem() {
        return problem;
    }

    /**
     * Sets the problem. When the problem is resolved, notifies the follower, because the follower may have read the
     * earlier problem.
     */
    void set(Optional<String> now) {
        Optional<String> before = problem;
        problem = now;
        if (before.isPresent() && now.isEmpty()) {
            onChange.run();
        }
    }
}
