package dev.chartroom.adapters.postgres;

import dev.chartroom.ports.log.RecordedLog;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.logging.Level;
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
        RecordedLog recorded = new RecordedLog(entry -> entry.getLevel() + " " + entry.getMessage()
                + Arrays.toString(entry.getParameters()) + entry.getThrown());
        List<Logger> loggers = Stream.of("com.zaxxer.hikari", "org.flywaydb", "org.postgresql", "dev.chartroom")
                .map(Logger::getLogger)
                .toList();
        Consumer<Level> levels = level -> loggers.forEach(logger -> logger.setLevel(level));
        loggers.forEach(logger -> logger.addHandler(recorded));
        loggers.forEach(logger -> logger.setUseParentHandlers(false));
        levels.accept(Level.ALL);
        try {
            action.with(recorded.lines());
        } finally {
            levels.accept(null);
            loggers.forEach(logger -> logger.removeHandler(recorded));
            loggers.forEach(logger -> logger.setUseParentHandlers(true));
        }
    }
}
