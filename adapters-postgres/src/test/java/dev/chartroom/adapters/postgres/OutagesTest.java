package dev.chartroom.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.postgres.database.Outages;
import java.sql.SQLException;
import java.text.MessageFormat;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OutagesTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private final SQLException down = new SQLException("secret values", "08006");

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Logger logger = Logger.getLogger(Outages.class.getName());
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            lines.add(entry.getLevel() + " " + MessageFormat.format(entry.getMessage(), entry.getParameters()));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };
    private Duration passed = Duration.ZERO;
    private final InstantSource time = () -> START.plus(passed);
    private final Clock clock = time.withZone(ZoneOffset.UTC);
    private final Outages outages = new Outages(clock);

    @BeforeEach
    void listen() {
        logger.setLevel(Level.ALL);
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
    }

    @AfterEach
    void stop() {
        logger.removeHandler(handler);
        logger.setUseParentHandlers(true);
        logger.setLevel(null);
    }

    @Test
    void outageIsLoggedAtStartOnceAMinuteAndAtEnd() {
        outages.answered();
        for (int second = 0; second < 100; second++) {
            passed = Duration.ofSeconds(second);
            outages.failed(down);
        }
        passed = Duration.ofSeconds(200);
        outages.answered();
        outages.answered();

        assertThat(lines)
                .containsExactly(
                        "WARNING A call to the database failed: SQLSTATE 08006, SQLException",
                        "WARNING Calls to the database have failed since 2026-01-01T00:00:00Z, 61 times so far:"
                                + " SQLSTATE 08006, SQLException",
                        "INFO The database answers again; 100 calls failed between 2026-01-01T00:00:00Z and"
                                + " 2026-01-01T00:01:39Z");
    }

    @Test
    void alternatingFailuresAndAnswersAreOneOutage() {
        for (int second = 0; second < 30; second++) {
            passed = Duration.ofSeconds(second);
            outages.failed(down);
            outages.answered();
        }

        assertThat(lines).hasSize(1);
    }
}
