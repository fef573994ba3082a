package dev.chartroom.adapters.cel.value;

import java.util.Arrays;
import java.util.stream.Collectors;

/** What takes the place of a value that there is not. {@code &&}, {@code ||} and the like may make up for it. */
public record CelError(String message) {
    public static final CelError NO_SUCH_OVERLOAD = new CelError("no such overload");

    /** What a function says of arguments that it is not declared for. */
    public static CelError noSuchOverload(String function, Object... arguments) {
        return new CelError(Arrays.stream(arguments)
                .map(argument -> Types.of(argument).name())
                .collect(Collectors.joining(", ", "no such overload: " + function + "(", ")")));
    }

    public static CelError noSuchKey(Object key) {
        return new CelError("no such key: " + key);
    }
}
