package dev.chartroom.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.ports.event.MirroredEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The document on Events has the limits of the code. */
class DocumentedLimitsTest {
    @Test
    void documentHasTheLimits() throws IOException {
        String document = Files.readString(Path.of("../docs/reference/events.md"));

        assertThat(document)
                .contains(
                        "| `" + MirroredEvent.REPORTER + "` |",
                        "from the last " + MirrorTerm.MAX_AGE.toMinutes() + " minutes |",
                        "at most " + ObjectIndex.EMPTY_LIFETIME.toMinutes() + " minutes later |",
                        "| " + ObjectBudgets.BURST + " Events at once, then one in "
                                + ObjectBudgets.INTERVAL.toMinutes() + " minutes",
                        "| " + Duration.ofSeconds(1).dividedBy(MirrorTerm.REQUEST_INTERVAL)
                                + " requests a second, after " + MirrorTerm.REQUEST_BURST + " at once |");
    }
}
