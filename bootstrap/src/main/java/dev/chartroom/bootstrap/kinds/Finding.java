package dev.chartroom.bootstrap.kinds;

import java.util.Locale;
import java.util.OptionalInt;

/**
 * Something that is to be said of a definition.
 *
 * @param source the file
 * @param line where in the file, counted from 1, where that is known
 */
public record Finding(String source, OptionalInt line, Severity severity, String sentence) {

    /** How bad it is. */
    public enum Severity {
        /** The definition is not served. */
        REFUSED,
        /** It is served, and the server warns. */
        WARNING,
        /** It could be better. */
        ADVICE
    }

    /** As compilers write it, so that editors find the place. */
    @Override
    public String toString() {
        String place = line.isPresent() ? source + ":" + line.getAsInt() : source;
        return place + ": " + severity.name().toLowerCase(Locale.ROOT) + ": " + sentence;
    }
}
