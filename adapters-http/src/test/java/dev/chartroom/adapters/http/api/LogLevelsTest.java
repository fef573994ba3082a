package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.log.AccessLog;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class LogLevelsTest extends ApiTest {
    private static final String PATH = "/debug/flags/v?logger=";

    @Test
    void putChangesTheLevelOfALogger() {
        Logger logger = Logger.getLogger("dev.chartroom.test.changed");

        assertThat(put("dev.chartroom.test&level=DEBUG").assertCode(200).text())
                .isEqualTo("successfully set the level of dev.chartroom.test to DEBUG\n");
        assertThat(logger.isLoggable(Level.FINE)).isTrue();
        put("dev.chartroom.test&level=DEFAULT").assertCode(200);
        assertThat(logger.isLoggable(Level.FINE)).isFalse();
    }

    @Test
    void unknownLevelIsABadRequest() {
        put("dev.chartroom.test&level=LOUD").assertStatus(400, "BadRequest");
    }

    @Test
    void levelNeedsTheRightToPutThePath() {
        server.send("PUT", PATH + "dev.chartroom.test&level=DEBUG", null, Users.HEADER, "carol")
                .assertStatus(403, "Forbidden");
    }

    @Test
    void levelCannotBeRead() {
        get("/debug/flags/v").assertCode(404);
    }

    @Test
    void accessLogHasEachRequestOnlyWhileItIsOn() {
        List<String> entries = new CopyOnWriteArrayList<>();
        Logger logger = Logger.getLogger(AccessLog.NAME);
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                entries.add(entry.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        handler.setLevel(Level.ALL);
        logger.addHandler(handler);
        logger.setUseParentHandlers(false);
        try {
            get(path("off"));
            put(AccessLog.NAME + "&level=DEBUG").assertCode(200);
            get(path("on") + "?pretty=true");
            put(AccessLog.NAME + "&level=OFF").assertCode(200);
            get(path("off"));
        } finally {
            logger.removeHandler(handler);
        }

        assertThat(entries)
                .filteredOn(entry -> entry.startsWith("GET "))
                .singleElement()
                .asString()
                .startsWith("GET " + path("on") + " 404 user=\"")
                .doesNotContain("user=\"\"")
                .containsPattern(" bytes=\\d+ ms=\\d+$");
    }

    private static TestResponse put(String parameters) {
        return server.send("PUT", PATH + parameters, null);
    }
}
