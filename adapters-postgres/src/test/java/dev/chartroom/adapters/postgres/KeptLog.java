package dev.chartroom.adapters.postgres;

import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** Records the log of the program and its libraries, at every level. */
final class KeptLog {
    private KeptLog() {}

    interface Action {
        void with(Queue<String> log) throws Exception;
    }

    /** Runs an action while the log is recorded. */
    static void during(Action action) throws Exception {
        Queue<String> lines = new ConcurrentLinkedQueue<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                lines.add(entry.getLevel() + " " + entry.getMessage() + Arrays.toString(entry.getParameters())
                        + entry.getThrown());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        handler.setLevel(Level.ALL);
        List<Logger> loggers = Stream.of("com.zaxxer.hikari", "org.flywaydb", "org.postgresql", "dev.chartroom")
                .map(Logger::getLogger)
                .toList();
        Consumer<Level> levels = level -> loggers.forEach(logger -> logger.setLevel(level));
        loggers.forEach(logger -> logger.addHandler(handler));
        loggers.forEach(logger -> logger.setUseParentHandlers(false));
        levels.accept(Level.ALL);
        try {
            action.with(lines);
        } finally {
            levels.accept(null);
            loggers.forEach(logger -> logger.removeHandler(handler));
            loggers.forEach(logger -> logger.setUseParentHandlers(true));
        }
    }
}
