package dev.chartroom.adapters.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.postgres.database.Outages;
import dev.chartroom.ports.log.RecordedLog;
import dev.chartroom.ports.time.SteppedClock;
import java.sql.SQLException;
import java.text.MessageFormat;
import java.time.Instant;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OutagesTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private final SQLException down = new SQLException("secret values", "08006");

    private final Logger logger = Logger.getLogger(Outages.class.getName());
    private final RecordedLog log = new RecordedLog(
            entry -> entry.getLevel() + " " + MessageFormat.format(entry.getMessage(), entry.getParameters()));
    private final SteppedClock clock = new SteppedClock(START);
    private final Outages outages = new Outages(clock);

    @BeforeEach
    void listen() {
        logger.setLevel(Level.ALL);
        logger.setUseParentHandlers(false);
        logger.addHandler(log);
    }

    @AfterEach
    void stop() {
        logger.removeHandler(log);
        logger.setUseParentHandlers(true);
        logger.setLevel(null);
    }

    @Test
    void outageIsLoggedAtItsStartThenOnceAMinuteAndAtItsEnd() {
        outages.answered();
        for (int second = 0; second < 100; second++) {
            clock.set(START.plusSeconds(second));
            outages.failed(down);
        }
        clock.set(START.plusSeconds(200));
        outages.answered();
        outages.answered();

        assertThat(log.lines())
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
            clock.set(START.plusSeconds(second));
            outages.failed(down);
            outages.answered();
        }

        assertThat(log.lines()).hasSize(1);
    }
}
