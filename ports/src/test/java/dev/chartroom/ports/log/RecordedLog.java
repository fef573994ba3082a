package dev.chartroom.ports.log;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.logging.Handler;
import java.util.logging.LogRecord;

/** A handler for loggers that records each entry of its level as a text. Without a level, it records all entries. */
public final class RecordedLog extends Handler {
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final Function<LogRecord, String> text;

    /** @param text returns the text of an entry */
    public RecordedLog(Function<LogRecord, String> text) {
        this.text = text;
    }

    /** Returns the recorded texts, in their order. Later entries are added. */
    public Queue<String> lines() {
        return lines;
    }

    @Override
    public void publish(LogRecord entry) {
        if (isLoggable(entry)) {
            lines.add(text.apply(entry));
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
