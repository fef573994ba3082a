package dev.chartroom.ports.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.Status;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What may come out of code that is given arbitrary input: a value, or a Status of a failure that was foreseen. */
public final class Refusals {
    private Refusals() {}

    /** The value of a call; nothing where it refuses its input with a Status. Anything else that it throws goes on. */
    public static <T> Optional<T> orValue(Supplier<? extends @Nullable T> call) {
        try {
            return Optional.ofNullable(call.get());
        } catch (ApiException e) {
            Status status = Status.of(e.error());
            assertThat(status.code()).as(status.message()).isBetween(400, 599);
            assertThat(status.message()).isNotEmpty();
            return Optional.empty();
        }
    }

    /** The same of a parser that refuses by IllegalArgumentException, as it says of itself. */
    public static <T> Optional<T> ofParser(Supplier<? extends T> parser) {
        try {
            return Optional.of(parser.get());
        } catch (IllegalArgumentException e) {
            assertThat(e.getMessage()).isNotEmpty();
            // Its subclasses are what the JDK's own parsers throw at those who did not check.
            assertThat(e).isExactlyInstanceOf(IllegalArgumentException.class);
            return Optional.empty();
        }
    }
}
