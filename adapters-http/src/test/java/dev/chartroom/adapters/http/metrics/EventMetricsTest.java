package dev.chartroom.adapters.http.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.fixture.Definitions;
import dev.chartroom.core.catalogue.KindCatalogue;
import dev.chartroom.core.event.MirrorOutcome;
import dev.chartroom.ports.kind.ScriptedKindSource;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventMetricsTest {
    @Test
    void metricAndItsOutcomesAreDocumented() throws IOException {
        String document = Files.readString(Path.of("../docs/reference/events.md"));

        assertThat(document).contains("`chartroom_mirrored_events_total`");
        assertThat(MirrorOutcome.values())
                .allSatisfy(outcome -> assertThat(document).contains("`" + outcome.text() + "`"));
    }

    @Test
    void eventsAreCountedByOutcome() {
        try (KindCatalogue catalogue = Definitions.catalogue(new ScriptedKindSource(Definitions.documents()))) {
            RequestMetrics metrics = new RequestMetrics(
                    new PrometheusRegistry(),
                    catalogue,
                    () -> Instant.EPOCH,
                    () -> 0,
                    _ -> Optional.empty(),
                    outcome -> outcome.text().length());

            assertThat(metrics.exposition("").text().toString(StandardCharsets.UTF_8))
                    .contains(
                            "chartroom_mirrored_events_total{outcome=\"written\"} 7.0",
                            "chartroom_mirrored_events_total{outcome=\"queue_full\"} 10.0",
                            "chartroom_mirrored_events_total{outcome=\"rate_limited\"} 12.0",
                            "chartroom_mirrored_events_total{outcome=\"failed\"} 6.0");
        }
    }
}
