package dev.chartroom.core.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.DefinitionStatus;
import dev.chartroom.domain.kind.ReleaseTemplate.Settings;
import dev.chartroom.domain.kind.SourceRef;
import dev.chartroom.ports.kind.DefinitionDocument;
import dev.chartroom.ports.kind.FollowedSchema;
import dev.chartroom.ports.kind.KindSource;
import dev.chartroom.ports.kind.ScriptedKindSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ChartFollowingKindSourceTest {
    private static final SourceRef REDIS =
            new SourceRef("source.toolkit.fluxcd.io/v1", "OCIRepository", "charts", "redis");
    private static final DefinitionDocument PLAIN =
            definition("plain.json", "Plain", "\"openAPIV3Schema\":" + schema("a"));
    private static final DefinitionDocument FOLLOWS = definition("redis.json", "Redis", "\"fromChart\":{}");

    private final ScriptedKindSource definitions = new ScriptedKindSource(PLAIN, FOLLOWS);
    private final ScriptedChartSchemas charts = new ScriptedChartSchemas();
    private final ChartFollowingKindSource source = new ChartFollowingKindSource(definitions, charts);

    @Test
    void definitionThatFollowsAChartHasTheChartsSchema() {
        charts.put(REDIS, known("a"));

        assertThat(source.documents())
                .containsExactly(PLAIN, definition("redis.json", "Redis", "\"openAPIV3Schema\":" + schema("a")));
        assertThat(charts.retained).containsExactly(REDIS);
    }

    @Test
    void documentChangesOnlyWithItsDefinitionOrChart() {
        charts.put(REDIS, known("a"));
        List<DefinitionDocument> first = source.documents();
        assertThat(source.documents().getLast()).isSameAs(first.getLast());

        charts.put(REDIS, known("b"));
        assertThat(source.documents().getFirst()).isSameAs(PLAIN);
        assertThat(source.documents().getLast()).isNotEqualTo(first.getLast());
    }

    @Test
    void unavailableChartMakesOnlyItsDefinitionMalformed() {
        charts.put(REDIS, new FollowedSchema.Unknown("OCIRepository charts/redis does not exist"));

        assertThat(source.documents())
                .containsExactly(
                        PLAIN,
                        new DefinitionDocument.Malformed(
                                "redis.json",
                                "the schema of the chart is not available: OCIRepository charts/redis does not exist"));
    }

    @Test
    void definitionOfAnUnfetchedChartIsUnfetched() {
        charts.put(REDIS, new FollowedSchema.Unfetched("OCIRepository charts/redis has no artifact yet"));

        assertThat(source.documents())
                .containsExactly(
                        PLAIN,
                        new DefinitionDocument.Unfetched(
                                "redis.json",
                                "the schema of the chart is not available: OCIRepository charts/redis has no artifact"
                                        + " yet"));
        assertThat(source.problem()).as("the server is ready without the chart").isEmpty();
    }

    @Test
    void sourceReportsAProblemUntilEveryChartWasRead() {
        AtomicInteger changes = new AtomicInteger();
        source.follow(changes::incrementAndGet);
        assertThat(source.problem()).contains("the charts of the definitions have not been looked up yet");

        source.documents();
        assertThat(source.problem()).contains("some charts that provide the schema of a kind have not been read yet");
        assertThat(changes).hasValue(0);

        charts.put(REDIS, new FollowedSchema.Unknown("it is gone"));
        source.documents();
        assertThat(source.problem()).isEmpty();
        assertThat(changes)
                .as("the chart, and that nothing is missing any more")
                .hasValue(2);
    }

    @Test
    void problemOfDefinitionsIsReportedBeforeProblemOfCharts() {
        ScriptedKindSource unread = new ScriptedKindSource().unread("not listed");
        ChartFollowingKindSource other = new ChartFollowingKindSource(unread, charts);
        other.documents();
        assertThat(other.problem()).contains("not listed");

        // The definitions are known now, but the caller has not read them yet.
        unread.declare(List.of(FOLLOWS));
        assertThat(other.problem()).contains("not listed");
        other.documents();
        assertThat(other.problem()).contains("some charts that provide the schema of a kind have not been read yet");
    }

    @Test
    void solvedProblemIsReportedUntilDocumentsAreRead() {
        ChartFollowingKindSource other = new ChartFollowingKindSource(new LateKindSource(), charts);

        assertThat(other.documents()).isEmpty();
        assertThat(other.problem()).contains("not listed");
        assertThat(other.documents()).containsExactly(PLAIN);
        assertThat(other.problem()).isEmpty();
    }

    /** A source whose definitions become known during the first call. */
    private static final class LateKindSource implements KindSource {
        private boolean known;

        @Override
        public List<DefinitionDocument> documents() {
            List<DefinitionDocument> before = known ? List.of(PLAIN) : List.of();
            known = true;
            return before;
        }

        @Override
        public void follow(Runnable onChange) {}

        @Override
        public Optional<String> problem() {
            return known ? Optional.empty() : Optional.of("not listed");
        }

        @Override
        public void close() {}
    }

    @Test
    void kindFollowsItsChartAndKeepsTheLastSchemaIfTheChartIsGone() {
        try (KindCatalogue catalogue = new KindCatalogue(List.of(source), reader())) {
            catalogue.start();
            charts.put(REDIS, known("a"));
            await().until(() -> catalogue.problem().isEmpty());
            assertThat(fields(catalogue)).containsExactly("a");

            charts.put(REDIS, known("b"));
            await().untilAsserted(() -> assertThat(fields(catalogue)).containsExactly("b"));

            charts.put(REDIS, new FollowedSchema.Unknown("it is gone"));
            await().until(() -> !catalogue.registry().refusals().isEmpty());
            assertThat(fields(catalogue)).containsExactly("b");
            assertThat(catalogue.registry().refusals())
                    .containsExactly(new Declaration.Refused(
                            "redis.json",
                            List.of(
                                    "the schema of the chart is not available: it is gone",
                                    "the last valid version stays in effect")));
            assertThat(catalogue.problem()).isEmpty();
        }
        assertThat(charts.closed).isTrue();
        assertThat(definitions.isClosed()).isTrue();
    }

    @Test
    void statusesAndWithdrawalsAreForwardedToTheSource() {
        Map<String, DefinitionStatus> statuses = Map.of("redis.json", new DefinitionStatus(List.of()));

        source.report(statuses);
        source.withdrawn("redis.json", "it is gone");

        assertThat(definitions.reported).containsExactly(statuses);
        assertThat(definitions.withdrawn).containsExactly("redis.json: it is gone");
    }

    private static DefinitionReader reader() {
        return new DefinitionReader(Settings.DEFAULT, JsonText::parse, SchemaExpressions.JDK);
    }

    private static List<String> fields(KindCatalogue catalogue) {
        return catalogue.registry().kinds().stream()
                .filter(kind -> kind.names().kind().equals("Redis"))
                .flatMap(kind -> kind.schema().json().objectOrEmpty("properties").names().stream())
                .toList();
    }

    private static FollowedSchema known(String field) {
        return new FollowedSchema.Known(TestJson.object(schema(field)));
    }

    private static String schema(String field) {
        return """
                {"type":"object","properties":{"spec":{"type":"object","properties":{"%s":{"type":"string"}}}}}
                """.formatted(field).strip();
    }

    private static DefinitionDocument definition(String source, String kind, String schema) {
        String plural = kind.toLowerCase(Locale.ROOT) + "s";
        String json = """
                {"apiVersion":"chartroom.dev/v1alpha1","kind":"KindDefinition",
                 "metadata":{"name":"%1$s.apps.example.com"},
                 "spec":{"group":"apps.example.com","names":{"kind":"%2$s","plural":"%1$s"},
                  "versions":[{"name":"v1","served":true,"storage":true,"schema":{%3$s}}],
                  "release":{"prefix":"%1$s-",
                   "chartRef":{"kind":"OCIRepository","name":"redis","namespace":"charts"}}}}
                """.formatted(plural, kind, schema);
        return new DefinitionDocument.Parsed(source, TestJson.object(json));
    }
}
