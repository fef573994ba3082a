package dev.chartroom.bootstrap.logging;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;

/**
 * Writes each entry as one line of text. Control characters are escaped, so that a name that a client chose cannot forge
 * an entry.
 */
public final class TextFormatter extends Formatter {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSZ", Locale.ROOT)
            .withZone(ZoneId.systemDefault());
    private static final int DELETE = 0x7f;

    @Override
    public String format(LogRecord entry) {
        LogEntry content = LogEntry.of(this, entry);
        StringBuilder line = new StringBuilder(TIME.format(entry.getInstant()))
                .append(' ')
                .append(entry.getLevel().getName())
                .append(' ')
                .append(entry.getLoggerName())
                .append(": ");
        escape(content.message(), line);
        add(" auditID=", content.auditId(), line);
        add(" request=", content.request(), line);
        add(" thrown=", content.thrown(), line);
        return line.append('\n').toString();
    }

    private static void add(String key, String value, StringBuilder line) {
        if (!value.isEmpty()) {
            line.append(key).append('"');
            escape(value.replace("\"", "\\\""), line);
            line.append('"');
        }
    }

    private static void escape(String text, StringBuilder line) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                case '\t' -> line.append("\\t");
                default -> {
                    if (c < ' ' || c == DELETE) {
                        line.append("\\u%04x".formatted((int) c));
                    } else {
                        line.append(c);
                    }
                }
            }
        }
    }
}
