package dev.chartroom.adapters.cel.value;

/** What takes the place of a value that there is not. {@code &&}, {@code ||} and the like may make up for it. */
public record CelError(String message) {
    public static final CelError NO_SUCH_OVERLOAD = new CelError("no such overload");

    public static CelError noSuchKey(Object key) {
        return new CelError("no such key: " + key);
    }
}
