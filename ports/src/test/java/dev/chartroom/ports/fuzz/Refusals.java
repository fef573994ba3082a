package dev.chartroom.ports.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The allowed results of code with arbitrary input: a value, or an expected failure with a Status. */
public final class Refusals {
    private Refusals() {}

    /** Returns the value of a call; empty if it rejects its input with a Status. Other exceptions are passed on. */
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

    /** Returns the value of a parser; empty if it rejects its input with IllegalArgumentException. */
    public static <T> Optional<T> ofParser(Supplier<? extends T> parser) {
        try {
            return Optional.of(parser.get());
        } catch (IllegalArgumentException e) {
            assertThat(e.getMessage()).isNotEmpty();
            // If the exception is of a subclass, a parser of the JDK threw it, and the caller of that parser did not
            // check the input.
            assertThat(e).isExactlyInstanceOf(IllegalArgumentException.class);
            return Optional.empty();
        }
    }
}
