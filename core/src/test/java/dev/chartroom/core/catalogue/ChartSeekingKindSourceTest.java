package dev.chartroom.core.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.ChartPresence;
import dev.chartroom.domain.kind.DefinitionStatus;
import dev.chartroom.domain.kind.ReleaseTemplate.Settings;
import dev.chartroom.domain.kind.SourceRef;
import dev.chartroom.ports.kind.DefinitionDocument;
import dev.chartroom.ports.kind.ScriptedKindSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ChartSeekingKindSourceTest {
    private static final String SCHEMA = "{\"type\":\"object\",\"properties\":{\"spec\":{\"type\":\"object\"}}}";
    private static final SourceRef REDIS = source("redis");
    private static final SourceRef OTHER = source("other");
    private static final DefinitionDocument.Parsed DEFINITION = definition("redis", "A kind.");
    private static final DefinitionDocument ELSEWHERE =
            named("anywhere.json", "{\"kind\":\"OCIRepository\",\"name\":\"a\"}");

    private final ScriptedKindSource definitions = new ScriptedKindSource(DEFINITION);
    private final ScriptedChartSources charts = new ScriptedChartSources();
    private final ChartSeekingKindSource source = new ChartSeekingKindSource(definitions, charts);

    @Test
    void documentStatesWhetherItsChartExists() {
        DefinitionDocument malformed = new DefinitionDocument.Malformed("bad.json", "it is bad");
        definitions.declare(List.of(malformed, ELSEWHERE, DEFINITION));
        charts.put(new ChartPresence.Missing(REDIS));

        assertThat(source.documents())
                .containsExactly(malformed, ELSEWHERE, DEFINITION.with(new ChartPresence.Missing(REDIS)));
        assertThat(charts.retained).containsExactly(REDIS);
    }

    @Test
    void chartThatProvidesTheSchemaIsNotLookedUpAgain() {
        definitions.declare(List.of(new DefinitionDocument.Parsed(
                "redis.json",
                TestJson.object(
                        text("redis", "A kind.").replace("\"openAPIV3Schema\":" + SCHEMA, "\"fromChart\":{}")))));

        assertThat(source.documents()).hasSize(1);
        assertThat(charts.retained).isEmpty();
    }

    @Test
    void documentStaysAtItsPreviousVersionUntilItsChartIsLookedUp() {
        AtomicInteger changes = new AtomicInteger();
        source.follow(changes::incrementAndGet);
        assertThat(source.problem()).contains("the charts of the definitions have not been looked up yet");

        assertThat(source.documents()).isEmpty();
        assertThat(source.problem()).contains("some charts have not been looked up yet");
        assertThat(changes).hasValue(0);

        charts.put(new ChartPresence.Found(REDIS));
        List<DefinitionDocument> found = source.documents();
        assertThat(found).containsExactly(DEFINITION.with(new ChartPresence.Found(REDIS)));
        assertThat(source.problem()).isEmpty();
        assertThat(changes)
                .as("the chart, and that nothing is missing any more")
                .hasValue(2);

        definitions.declare(List.of(definition("other", "A kind.")));
        assertThat(source.documents()).isEqualTo(found);
        charts.put(new ChartPresence.Found(OTHER));
        assertThat(source.documents())
                .containsExactly(definition("other", "A kind.").with(new ChartPresence.Found(OTHER)));
    }

    @Test
    void kindIsServedOnceItsChartExistsAndStaysServedAfterTheChartIsGone() {
        charts.put(new ChartPresence.Missing(REDIS));
        try (KindCatalogue catalogue = catalogue()) {
            catalogue.start();
            awaitSaid(catalogue, "Accepted False ChartNotFound");
            assertThat(catalogue.registry().kinds()).isEmpty();
            assertThat(catalogue.problem()).as("it is ready").isEmpty();

            charts.put(new ChartPresence.Found(REDIS));
            awaitSaid(catalogue, "Established True Served");
            ApplicationKind served = catalogue.registry().kinds().getFirst();

            charts.put(new ChartPresence.Missing(REDIS));
            awaitSaid(catalogue, "ChartFound False ChartNotFound");
            assertThat(catalogue.registry().kinds()).containsExactly(served);
            assertThat(catalogue.registry().kinds().getFirst())
                    .as("is not read again")
                    .isSameAs(served);

            definitions.declare(List.of(definition("redis", "Another description.")));
            await().until(() ->
                    catalogue.registry().kinds().getFirst().description().startsWith("Another"));
            awaitSaid(catalogue, "ChartFound False ChartNotFound");
        }
        assertThat(charts.closed).isTrue();
        assertThat(definitions.isClosed()).isTrue();
    }

    @Test
    void changeToAMissingChartIsRejected() {
        charts.put(new ChartPresence.Found(REDIS));
        charts.put(new ChartPresence.Missing(OTHER));
        try (KindCatalogue catalogue = catalogue()) {
            catalogue.start();
            awaitSaid(catalogue, "Established True Served");

            definitions.declare(List.of(definition("other", "Changed.")));
            awaitSaid(catalogue, "Accepted False ChartNotFound");
            assertThat(catalogue.registry().kinds())
                    .singleElement()
                    .satisfies(kind -> assertThat(kind.description()).isEqualTo("A kind."));

            charts.put(new ChartPresence.Found(OTHER));
            awaitSaid(catalogue, "Established True Served");
            assertThat(catalogue.registry().kinds())
                    .singleElement()
                    .satisfies(kind -> assertThat(kind.description()).isEqualTo("Changed."));
        }
    }

    @Test
    void chartThatCannotBeLookedUpDoesNotPreventServing() {
        charts.put(new ChartPresence.Unknown(REDIS, "it is forbidden"));
        try (KindCatalogue catalogue = catalogue()) {
            catalogue.start();
            awaitSaid(catalogue, "Established True Served");
            assertThat(catalogue.registry().warnings())
                    .singleElement()
                    .asString()
                    .startsWith("it is forbidden");

            // The chart can be looked up now, but the kind has already been served.
            charts.put(new ChartPresence.Missing(REDIS));
            awaitSaid(catalogue, "ChartFound False ChartNotFound");
            assertThat(catalogue.registry().kinds()).hasSize(1);
        }
    }

    @Test
    void previouslyServedKindIsServedAfterARestartWithoutItsChart() {
        charts.put(new ChartPresence.Missing(REDIS));
        definitions.served.add("redis.json");
        try (KindCatalogue catalogue = catalogue()) {
            catalogue.start();
            awaitSaid(catalogue, "ChartFound False ChartNotFound");
            assertThat(catalogue.registry().kinds()).hasSize(1);
        }
    }

    @Test
    void statusesAndWithdrawalsAreForwardedToTheSource() {
        Map<String, DefinitionStatus> statuses = Map.of("redis.json", new DefinitionStatus(List.of()));

        source.report(statuses);
        source.withdrawn("redis.json", "it is gone");

        assertThat(definitions.reported).containsExactly(statuses);
        assertThat(definitions.withdrawn).containsExactly("redis.json: it is gone");
    }

    /** Returns a catalogue that reads through {@link ChartFollowingKindSource}, as Chartroom assembles it. */
    private KindCatalogue catalogue() {
        return new KindCatalogue(
                List.of(new ChartFollowingKindSource(source, new ScriptedChartSchemas())),
                new DefinitionReader(Settings.DEFAULT, JsonText::parse, SchemaExpressions.JDK));
    }

    private static void awaitSaid(KindCatalogue catalogue, String expected) {
        await().untilAsserted(() -> assertThat(catalogue.registry().status("redis.json"))
                .map(DefinitionStatus::headline)
                .map(said -> said.type() + " " + said.status().text() + " " + said.reason())
                .contains(expected));
    }

    private static SourceRef source(String name) {
        return new SourceRef("source.toolkit.fluxcd.io/v1", "OCIRepository", "charts", name);
    }

    private static DefinitionDocument.Parsed definition(String chart, String description) {
        return new DefinitionDocument.Parsed("redis.json", TestJson.object(text(chart, description)));
    }

    private static DefinitionDocument named(String file, String chartRef) {
        return new DefinitionDocument.Parsed(
                file, TestJson.object("{\"spec\":{\"release\":{\"chartRef\":" + chartRef + "}}}"));
    }

    private static String text(String chart, String description) {
        return """
                {"apiVersion":"chartroom.dev/v1alpha1","kind":"KindDefinition",
                 "metadata":{"name":"redises.apps.example.com"},
                 "spec":{"group":"apps.example.com","names":{"kind":"Redis","plural":"redises"},
                  "description":"%s",
                  "versions":[{"name":"v1","served":true,"storage":true,
                   "schema":{"openAPIV3Schema":%s}}],
                  "release":{"prefix":"redis-",
                   "chartRef":{"kind":"OCIRepository","name":"%s","namespace":"charts"}}}}
                """.formatted(description, SCHEMA, chart);
    }
}
