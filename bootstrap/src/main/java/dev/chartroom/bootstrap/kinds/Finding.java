package dev.chartroom.bootstrap.kinds;

import java.util.Locale;
import java.util.OptionalInt;

/**
 * A problem of a definition, or advice about it.
 *
 * @param source the file
 * @param line the line in the file, counted from 1, if it is known
 */
public record Finding(String source, OptionalInt line, Severity severity, String sentence) {

    /** The severity of a finding. */
    public enum Severity {
        /** The definition is not served. */
        REFUSED,
        /** The definition is served, and the server warns. */
        WARNING,
        /** The definition can be improved. */
        ADVICE
    }

    /** Returns the finding in the format of a compiler's message. Editors recognize the file and the line in it. */
    @Override
    public String toString() {
        String place = line.isPresent() ? source + ":" + line.getAsInt() : source;
        return place + ": " + severity.name().toLowerCase(Locale.ROOT) + ": " + sentence;
    }
}
