package dev.chartroom.adapters.cel.value;

import java.util.Arrays;
import java.util.stream.Collectors;

/** An error in place of a value. {@code &&}, {@code ||} and the like can absorb it. */
public record CelError(String message) {
    public static final CelError NO_SUCH_OVERLOAD = new CelError("no such overload");

    /** Returns the error of a function that is not declared for the arguments. */
    public static CelError noSuchOverload(String function, Object... arguments) {
        return new CelError(Arrays.stream(arguments)
                .map(argument -> Types.of(argument).name())
                .collect(Collectors.joining(", ", "no such overload: " + function + "(", ")")));
    }

    public static CelError noSuchKey(Object key) {
        return new CelError("no such key: " + key);
    }
}
