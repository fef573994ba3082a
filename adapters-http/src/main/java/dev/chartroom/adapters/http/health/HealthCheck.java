package dev.chartroom.adapters.http.health;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * One check of a health endpoint.
 *
 * @param name as it appears in {@code ?verbose}, such as {@code ping}
 * @param failure asked each time: empty where all is well, else what is wrong
 * @param detail asked each time: what an operator may want to know although all is well; empty for nothing
 */
public record HealthCheck(String name, Supplier<Optional<String>> failure, Supplier<String> detail) {

    /** A check without details. */
    public static HealthCheck of(String name, Supplier<Optional<String>> failure) {
        return new HealthCheck(name, failure, () -> "");
    }

    /** A check that holds as long as the program answers at all. */
    public static HealthCheck ping() {
        return of("ping", Optional::empty);
    }
}
