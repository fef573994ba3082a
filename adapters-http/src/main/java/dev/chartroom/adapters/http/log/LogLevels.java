package dev.chartroom.adapters.http.log;

import dev.chartroom.apimachinery.status.ApiException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Changes the levels of loggers while the server runs. A restart restores the levels. */
public final class LogLevels {
    /** The logger of the whole program. */
    public static final String DEFAULT_LOGGER = "dev.chartroom";

    private static final int MAX_CHANGED = 100;
    private static final int MAX_NAME = 200;
    private static final Map<String, Level> LEVELS = Map.of(
            "TRACE", Level.FINER,
            "DEBUG", Level.FINE,
            "INFO", Level.INFO,
            "WARNING", Level.WARNING,
            "ERROR", Level.SEVERE,
            "OFF", Level.OFF);
    private static final System.Logger LOG = System.getLogger(LogLevels.class.getName());
    /** The JDK forgets the level of a logger that is not referenced. */
    private static final Map<String, Logger> CHANGED = new ConcurrentHashMap<>();

    private LogLevels() {}

    /**
     * Sets the level of a logger and of those below it that have no level of their own.
     *
     * @param level the name of a {@link System.Logger.Level}, or {@code DEFAULT} for the level of the logger above
     * @throws ApiException BadRequest if there is no such level, or too many loggers have been changed
     */
    public static void set(String logger, String level) {
        Level requested = LEVELS.get(level);
        if (requested == null && !level.equals("DEFAULT")) {
            throw ApiException.badRequest(
                    "level: must be TRACE, DEBUG, INFO, WARNING, ERROR, OFF or DEFAULT, for example"
                            + " /debug/flags/v?logger=dev.chartroom&level=DEBUG");
        }
        if (logger.length() > MAX_NAME || !CHANGED.containsKey(logger) && CHANGED.size() >= MAX_CHANGED) {
            throw ApiException.badRequest("logger: too long, or the levels of too many loggers have been changed");
        }
        Logger changed = CHANGED.computeIfAbsent(logger, Logger::getLogger);
        changed.setLevel(requested);
        LOG.log(System.Logger.Level.INFO, "The level of the logger {0} is now {1}", logger, level);
    }

    /** Returns the level that was set for a logger; empty if there is none. */
    public static Optional<Level> of(String logger) {
        return Optional.ofNullable(CHANGED.get(logger)).map(Logger::getLevel);
    }
}
