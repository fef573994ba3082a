package dev.chartroom.adapters.http.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.fixture.Definitions;
import dev.chartroom.core.catalogue.KindCatalogue;
import dev.chartroom.core.release.RolloutProgress;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.kind.DefinitionDocument;
import dev.chartroom.ports.kind.ScriptedKindSource;
import dev.chartroom.ports.storage.Kinds;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class KindMetricsTest {
    private static final ApplicationKind REDIS = Kinds.redis();
    private static final ApplicationKind POSTGRES = Kinds.postgres();

    @Test
    void kindMetricsCoverConditionsObjectCountsAndRollout() {
        ScriptedKindSource source = new ScriptedKindSource(Definitions.documents(REDIS, POSTGRES));
        try (KindCatalogue catalogue = Definitions.catalogue(source)) {
            catalogue.setObjectCounts(kind -> isRedis(kind) ? OptionalLong.of(7) : OptionalLong.empty());
            RequestMetrics metrics = new RequestMetrics(
                    new PrometheusRegistry(),
                    catalogue,
                    () -> Instant.EPOCH,
                    () -> 0,
                    kind -> isRedis(kind) ? Optional.of(new RolloutProgress(7, 4, 2, 1)) : Optional.empty(),
                    _ -> 0);
            catalogue.start();
            source.declare(Stream.concat(
                            Stream.of(Definitions.documents(REDIS, POSTGRES)),
                            Stream.of(new DefinitionDocument.Malformed("bad.yaml", "it is bad")))
                    .toList());
            Awaitility.await().until(() -> !catalogue.registry().refusals().isEmpty());

            assertThat(samples(metrics))
                    .containsExactlyInAnyOrder(
                            "chartroom_kind_definitions{state=\"served\"} 2.0",
                            "chartroom_kind_definitions{state=\"refused\"} 1.0",
                            condition("redises", "Accepted", "True", "Valid"),
                            condition("redises", "NamesAccepted", "True", "NoConflicts"),
                            condition("redises", "Established", "True", "Served"),
                            condition("redises", "Ready", "True", "Served"),
                            condition("redises", "Stalled", "False", "Served"),
                            condition("postgreses", "Accepted", "True", "Valid"),
                            condition("postgreses", "NamesAccepted", "True", "NoConflicts"),
                            condition("postgreses", "Established", "True", "Served"),
                            condition("postgreses", "Ready", "True", "Served"),
                            condition("postgreses", "Stalled", "False", "Served"),
                            condition("bad.yaml", "Accepted", "False", "Invalid"),
                            condition("bad.yaml", "NamesAccepted", "Unknown", "NotAccepted"),
                            condition("bad.yaml", "Established", "False", "NotAccepted"),
                            condition("bad.yaml", "Ready", "False", "Invalid"),
                            condition("bad.yaml", "Stalled", "True", "Invalid"),
                            "apiserver_resource_objects{group=\"" + REDIS.group() + "\",resource=\"redises\"} 7.0",
                            releases("all", 7),
                            releases("outdated", 4),
                            releases("unready", 2),
                            releases("refused", 1));
        }
    }

    private static boolean isRedis(ApplicationKind kind) {
        return kind.groupResource().equals(REDIS.groupResource());
    }

    private static String condition(String definition, String type, String status, String reason) {
        return "chartroom_kind_definition_status_condition{condition=\"%s\",definition=\"%s\",reason=\"%s\",status=\"%s\"} 1.0"
                .formatted(type, definition, reason, status);
    }

    private static String releases(String state, int number) {
        return "chartroom_rollout_releases{group=\"%s\",resource=\"redises\",state=\"%s\"} %d.0"
                .formatted(REDIS.group(), state, number);
    }

    private static List<String> samples(RequestMetrics metrics) {
        return metrics.exposition("")
                .text()
                .toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith("chartroom_kind")
                        || line.startsWith("chartroom_rollout")
                        || line.startsWith("apiserver_resource"))
                .toList();
    }
}
