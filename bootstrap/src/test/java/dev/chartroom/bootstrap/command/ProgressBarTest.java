package dev.chartroom.bootstrap.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
    private final StringWriter err = new StringWriter();
    private Duration now = Duration.ofHours(1);

    @Test
    void barIsReplacedAtIntervalsAndRemovedAtTheEnd() {
        try (ProgressBar bar = bar(Map.of("CHARTROOM_PROGRESS", "terminal"))) {
            bar.report(0, 4);
            assertThat(err.toString()).isEmpty();

            now = now.plusSeconds(1);
            bar.report(1, 4);
            bar.report(2, 4);
            assertThat(err.toString()).isEqualTo("\r\u001b[K[#######.......................] 1/4");

            now = now.plusSeconds(1);
            bar.report(1500, 0);
            assertThat(err.toString()).endsWith("\r\u001b[K1500 objects");
        }
        assertThat(err.toString()).endsWith("1500 objects\r\u001b[K");
    }

    @Test
    void withoutATerminal_nothingIsPrinted() {
        try (ProgressBar bar = bar(Map.of())) {
            now = now.plusSeconds(10);
            bar.report(1, 4);
        }
        assertThat(err.toString()).isEmpty();
    }

    private ProgressBar bar(Map<String, String> environment) {
        return new ProgressBar(new PrintWriter(err), environment, () -> now.toNanos());
    }
}
