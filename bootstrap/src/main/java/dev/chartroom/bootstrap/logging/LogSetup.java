package dev.chartroom.bootstrap.logging;

import dev.chartroom.adapters.http.log.AccessLog;
import dev.chartroom.adapters.http.log.LogLevels;
import dev.chartroom.bootstrap.config.ServerConfig;
import java.util.logging.Handler;
import java.util.logging.Logger;

/** Applies the configuration of the log. */
public final class LogSetup {
    private static final Logger ROOT = Logger.getLogger("");

    private LogSetup() {}

    /** Sets the format of all handlers, and starts the access log if the configuration asks for it. */
    public static void apply(ServerConfig.Log log) {
        for (Handler handler : ROOT.getHandlers()) {
            handler.setFormatter(log.isJson() ? new JsonFormatter() : new TextFormatter());
        }
        if (log.hasAccess()) {
            LogLevels.set(AccessLog.NAME, "DEBUG");
        }
    }
}
