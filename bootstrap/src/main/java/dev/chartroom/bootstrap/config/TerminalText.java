package dev.chartroom.bootstrap.config;

import java.util.regex.Pattern;

/** Text from a cluster, for a terminal. */
public final class TerminalText {
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    private TerminalText() {}

    /** Escapes each character that could move the cursor, begin a line or hide other text. */
    public static String escaped(String line) {
        return CONTROL.matcher(line)
                .replaceAll(match -> "\\\\u" + "%04x".formatted(match.group().codePointAt(0)));
    }
}
