package dev.chartroom.adapters.http.health;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * One check of a health endpoint.
 *
 * @param name as it appears in {@code ?verbose}, such as {@code ping}
 * @param failure called each time: empty if all is well, otherwise the problem
 * @param detail called each time: information for an operator although all is well; empty for none
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
