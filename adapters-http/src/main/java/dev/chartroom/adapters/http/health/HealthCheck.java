package dev.chartroom.adapters.http.health;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * One check of a health endpoint.
 *
 * @param name as it appears in {@code ?verbose}, such as {@code ping}
 * @param failure returns the problem, or empty if all is well; called each time the check runs
 * @param detail returns information for an operator if all is well, or an empty text; called each time the check runs
 */
public record HealthCheck(String name, Supplier<Optional<String>> failure, Supplier<String> detail) {

    /** A check without details. */
    public static HealthCheck of(String name, Supplier<Optional<String>> failure) {
        return new HealthCheck(name, failure, () -> "");
    }

    /** A check that passes as long as the program answers at all. */
    public static HealthCheck ping() {
        return of("ping", Optional::empty);
    }
}
