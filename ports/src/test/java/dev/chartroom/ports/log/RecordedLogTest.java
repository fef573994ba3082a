package dev.chartroom.ports.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class RecordedLogTest {
    private final RecordedLog log = new RecordedLog(entry -> entry.getLevel() + " " + entry.getMessage());

    @Test
    void entriesOfAllLevelsAreRecordedInTheirOrder() {
        log.publish(new LogRecord(Level.FINEST, "a"));
        log.publish(new LogRecord(Level.WARNING, "b"));

        assertThat(log.lines()).containsExactly("FINEST a", "WARNING b");
    }

    @Test
    void entriesBelowTheLevelAreIgnored() {
        log.setLevel(Level.WARNING);

        log.publish(new LogRecord(Level.INFO, "a"));
        log.publish(new LogRecord(Level.SEVERE, "b"));

        assertThat(log.lines()).containsExactly("SEVERE b");
    }
}
