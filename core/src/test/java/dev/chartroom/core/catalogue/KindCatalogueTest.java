package dev.chartroom.core.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonText;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.schema.SchemaExpressions;
import dev.chartroom.domain.definition.DefinitionReader;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.ChartPresence;
import dev.chartroom.domain.kind.Declaration;
import dev.chartroom.domain.kind.DefinitionStatus;
import dev.chartroom.domain.kind.KindRegistry;
import dev.chartroom.domain.kind.ReleaseTemplate.Settings;
import dev.chartroom.domain.kind.SourceRef;
import dev.chartroom.ports.kind.DefinitionDocument;
import dev.chartroom.ports.kind.ScriptedKindSource;
import dev.chartroom.ports.log.RecordedLog;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KindCatalogueTest {
    private static final String FATAL = "fatal";

    private final DefinitionReader reader =
            new DefinitionReader(Settings.DEFAULT, KindCatalogueTest::parse, SchemaExpressions.JDK);

    @Test
    void unreadableDefinitionDoesNotAffectOtherDefinitions() {
        KindCatalogue catalogue = new KindCatalogue(
                List.of(new ScriptedKindSource(
                        definition("stumbles.yaml", "Fatal", FATAL),
                        new DefinitionDocument.Malformed("malformed.yaml", "it does not parse"),
                        definition("good.yaml", "Redis", ""))),
                reader);

        assertThat(catalogue.registry().kinds())
                .extracting(kind -> kind.names().kind())
                .containsExactly("Redis");
        assertThat(catalogue.registry().refusals())
                .containsExactly(
                        new Declaration.Refused(
                                "stumbles.yaml",
                                "Chartroom failed to read it because of a bug:"
                                        + " java.lang.IllegalStateException: a fault"),
                        new Declaration.Refused("malformed.yaml", "it does not parse"));
    }

    @Test
    void adviceIsAboutTheValidDefinitions() {
        ScriptedKindSource source = new ScriptedKindSource(
                definition("stumbles.yaml", "Fatal", FATAL), definition("good.yaml", "Redis", ""));
        KindCatalogue catalogue = new KindCatalogue(List.of(source), reader);

        assertThat(catalogue.advice())
                .containsOnlyKeys(catalogue.registry().kinds().getFirst().groupResource());
        assertThat(catalogue.advice().values())
                .singleElement()
                .asInstanceOf(InstanceOfAssertFactories.list(String.class))
                .contains("the kind has no description for kubectl explain");
    }

    @Test
    void adviceIsShortAndInOneLineWhateverTheDefinitionContains() {
        String fields = IntStream.range(0, 30)
                .mapToObj(i -> "\\\"a\\\\nb" + "x".repeat(1_000) + i + "\\\": {\\\"type\\\": \\\"string\\\"}")
                .collect(Collectors.joining(", "));
        String schema = "{\\\"type\\\": \\\"object\\\", \\\"properties\\\": {" + fields + "}}";
        KindCatalogue catalogue =
                new KindCatalogue(List.of(new ScriptedKindSource(definition("long.yaml", "Redis", schema))), reader);

        assertThat(catalogue.advice().values())
                .singleElement()
                .asInstanceOf(InstanceOfAssertFactories.list(String.class))
                .hasSize(11)
                .allSatisfy(sentence ->
                        assertThat(sentence).hasSizeLessThanOrEqualTo(500).doesNotContain("\n"))
                .last()
                .asString()
                .endsWith("more suggestions");
    }

    /** Sources and definitions are applied in any order. */
    @Test
    void adviceComesOnceTheChartOfADefinitionExists() {
        SourceRef chart = new SourceRef("source.toolkit.fluxcd.io/v1", "OCIRepository", "charts", "redis");
        DefinitionDocument.Parsed definition = definition("redis.yaml", "Redis", "");
        ScriptedKindSource source = new ScriptedKindSource(definition.with(new ChartPresence.Missing(chart)));
        try (KindCatalogue catalogue = new KindCatalogue(List.of(source), reader)) {
            catalogue.start();
            assertThat(catalogue.advice()).isEmpty();

            source.declare(List.of(definition.with(new ChartPresence.Found(chart))));
            await().until(() -> !catalogue.advice().isEmpty());
            assertThat(catalogue.advice().values().iterator().next()).isNotEmpty();
        }
    }

    @Test
    void changeIsServedAndPublishedToListeners() {
        ScriptedKindSource source = new ScriptedKindSource(definition("redis.yaml", "Redis", ""));
        Queue<KindRegistry> told = new ConcurrentLinkedQueue<>();
        try (KindCatalogue catalogue = new KindCatalogue(List.of(source), reader)) {
            ApplicationKind redis = catalogue.registry().kinds().getFirst();
            catalogue.onChange(told::add);
            catalogue.start();

            source.declare(List.of(definition("redis.yaml", "Redis", ""), definition("bucket.yaml", "Bucket", "")));
            await().until(() -> catalogue.registry().kinds().size() == 2);
            assertThat(catalogue.registry().kinds())
                    .extracting(kind -> kind.names().kind())
                    .containsExactly("Bucket", "Redis");
            assertThat(catalogue.registry().kinds().get(1))
                    .as("is not read again")
                    .isSameAs(redis);
            assertThat(catalogue.registry().serves(redis)).isTrue();

            source.declare(List.of(definition("redis.yaml", "Redis", "{}")));
            await().until(() -> !catalogue.registry().serves(redis));
            assertThat(catalogue.registry().kinds()).hasSize(1);
            await().until(() -> told.size() == 2);
            assertThat(told).last().isSameAs(catalogue.registry());
        }
        assertThat(source.isClosed()).isTrue();
    }

    /** A kube-apiserver also rejects invalid changes of a CustomResourceDefinition. */
    @Test
    void invalidChangeIsRejectedAndTheLastValidDefinitionStays() {
        ScriptedKindSource source = new ScriptedKindSource(definition("redis.yaml", "Redis", ""));
        try (KindCatalogue catalogue = new KindCatalogue(List.of(source), reader)) {
            ApplicationKind redis = catalogue.registry().kinds().getFirst();
            catalogue.start();

            for (int i = 0; i < 2; i++) {
                String reason = "mistake " + i;
                source.declare(List.of(new DefinitionDocument.Malformed("redis.yaml", reason)));
                Declaration.Refused expected = new Declaration.Refused(
                        "redis.yaml", List.of(reason, "the last valid version stays in effect"));
                await().untilAsserted(() ->
                        assertThat(catalogue.registry().refusals()).containsExactly(expected));
                assertThat(catalogue.registry().serves(redis)).isTrue();
            }

            source.declare(List.of());
            await().until(() -> catalogue.registry().kinds().isEmpty());
            source.declare(List.of(new DefinitionDocument.Malformed("redis.yaml", "a mistake")));
            await().untilAsserted(() -> assertThat(catalogue.registry().refusals())
                    .containsExactly(new Declaration.Refused("redis.yaml", "a mistake")));
            assertThat(catalogue.registry().kinds()).isEmpty();
        }
    }

    /** While Flux fetches a chart, the status of its source changes several times. */
    @Test
    void refusalOfAnUnfetchedChartIsLoggedOnceUntilTheChartIsFetched() {
        RecordedLog log = new RecordedLog(LogRecord::getMessage);
        Logger logger = Logger.getLogger(KindCatalogue.class.getName());
        logger.addHandler(log);
        ScriptedKindSource source = new ScriptedKindSource();
        try (KindCatalogue catalogue = new KindCatalogue(List.of(source), reader)) {
            catalogue.start();
            for (String reason : List.of("no artifact yet", "no artifact yet: pulling", "no artifact yet: unpacking")) {
                source.declare(List.of(new DefinitionDocument.Unfetched("fetched.yaml", reason)));
                awaitRefusal(catalogue, reason);
            }
            source.declare(List.of(new DefinitionDocument.Malformed("fetched.yaml", "no chart")));
            awaitRefusal(catalogue, "no chart");
            source.declare(List.of(definition("fetched.yaml", "Redis", "")));
            await().until(() -> catalogue.registry().refusals().isEmpty());
            source.declare(List.of(new DefinitionDocument.Unfetched("fetched.yaml", "no artifact yet: again")));
            awaitRefusal(catalogue, "no artifact yet: again");
        } finally {
            logger.removeHandler(log);
        }
        assertThat(log.lines())
                .filteredOn(line -> line.contains("fetched.yaml"))
                .containsExactly(
                        "Kind definition rejected: fetched.yaml: no artifact yet",
                        "Kind definition rejected: fetched.yaml: no chart",
                        "Kind definition rejected: fetched.yaml: no artifact yet: again;"
                                + " the last valid version stays in effect");
    }

    private static void awaitRefusal(KindCatalogue catalogue, String problem) {
        await().untilAsserted(() -> assertThat(catalogue.registry().refusals())
                .singleElement()
                .satisfies(refusal -> assertThat(refusal.problems()).startsWith(problem)));
    }

    @Test
    void everySourceReceivesTheStatusesOfItsDocuments() {
        ScriptedKindSource first = new ScriptedKindSource(definition("redis.yaml", "Redis", ""));
        ScriptedKindSource second = new ScriptedKindSource(
                definition("again.yaml", "Redis", ""), new DefinitionDocument.Malformed("bad.yaml", "a mistake"));
        try (KindCatalogue catalogue = new KindCatalogue(List.of(first, second), reader)) {
            catalogue.start();
            await().until(() -> !second.reported.isEmpty());

            assertThat(said(first.reported.element())).containsExactly("redis.yaml Established True Served");
            assertThat(said(second.reported.element()))
                    .containsExactly("again.yaml NamesAccepted False Conflict", "bad.yaml Accepted False Invalid");

            // The first statement changes nothing. The next statement removes a definition.
            second.declare(second.documents());
            first.declare(List.of());
            await().until(() -> second.reported.size() == 2);
            assertThat(first.reported).element(1).isEqualTo(Map.of());
            assertThat(said(second.reported.stream().skip(1).findFirst().orElseThrow()))
                    .containsExactly("again.yaml Established True Served", "bad.yaml Accepted False Invalid");
        }
    }

    @Test
    void objectsAreRecountedAndAChangedNumberIsReported() {
        ScriptedKindSource source = new ScriptedKindSource(
                definition("redis.yaml", "Redis", ""), new DefinitionDocument.Malformed("bad.yaml", "a mistake"));
        AtomicLong objects = new AtomicLong(3);
        AtomicInteger asked = new AtomicInteger();
        try (KindCatalogue catalogue = new KindCatalogue(List.of(source), reader, Duration.ofMillis(5))) {
            catalogue.setObjectCounts(kind -> {
                asked.incrementAndGet();
                return kind.names().kind().equals("Redis") ? OptionalLong.of(objects.get()) : OptionalLong.empty();
            });
            catalogue.start();
            await().until(() -> asked.get() > 5);
            assertThat(source.reported).as("the number stays").hasSize(1);
            assertThat(objects(source.reported.element()))
                    .containsExactly("bad.yaml OptionalLong.empty", "redis.yaml OptionalLong[3]");

            objects.set(4);
            await().until(() -> source.reported.size() == 2);
            assertThat(objects(source.reported.stream().toList().getLast()))
                    .containsExactly("bad.yaml OptionalLong.empty", "redis.yaml OptionalLong[4]");
        }
    }

    private static List<String> objects(Map<String, DefinitionStatus> statuses) {
        return statuses.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue().objects())
                .sorted()
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2  | 2 releases of its objects remain as they are
            1  | 1 release of its objects remains as it is
            -1 | the releases of its objects remain as they are
            """)
    void withdrawalReportsTheNumberOfRemainingObjects(long number, String remain) {
        ScriptedKindSource other = new ScriptedKindSource(definition("other.yaml", "Kafka", ""));
        ScriptedKindSource source = new ScriptedKindSource(definition("redis.yaml", "Redis", ""));
        try (KindCatalogue catalogue = new KindCatalogue(List.of(other, source), reader)) {
            catalogue.setObjectCounts(_ -> number < 0 ? OptionalLong.empty() : OptionalLong.of(number));
            // This follower imitates the cache, which drops kinds that are not served.
            catalogue.onChange(_ -> catalogue.setObjectCounts(_ -> OptionalLong.empty()));
            catalogue.start();
            await().until(() -> !source.reported.isEmpty());

            source.declare(List.of());

            await().until(() -> !source.withdrawn.isEmpty());
            assertThat(source.withdrawn)
                    .singleElement()
                    .asString()
                    .startsWith("redis.yaml: the kind ")
                    .endsWith(remain);
            assertThat(other.withdrawn).isEmpty();
        }
    }

    /** Returns the most important condition of each document. */
    private static List<String> said(Map<String, DefinitionStatus> statuses) {
        return statuses.entrySet().stream()
                .map(entry -> {
                    DefinitionStatus.Condition headline = entry.getValue().headline();
                    return entry.getKey() + " " + headline.type() + " "
                            + headline.status().text() + " " + headline.reason();
                })
                .sorted()
                .toList();
    }

    @Test
    void declarationWithoutChangesIsNotPublished() {
        ScriptedKindSource source = new ScriptedKindSource(definition("redis.yaml", "Redis", ""));
        Queue<KindRegistry> told = new ConcurrentLinkedQueue<>();
        try (KindCatalogue catalogue = new KindCatalogue(List.of(source), reader)) {
            KindRegistry before = catalogue.registry();
            catalogue.onChange(told::add);
            catalogue.start();

            source.declare(List.of(definition("redis.yaml", "Redis", "")));
            source.declare(List.of(definition("redis.yaml", "Redis", ""), definition("b.yaml", "Bucket", "")));
            await().until(() -> !told.isEmpty());

            assertThat(told).containsExactly(catalogue.registry());
            assertThat(catalogue.registry()).isNotEqualTo(before);
        }
    }

    @Test
    void failingListenerBlocksNeitherOtherListenersNorLaterChanges() {
        ScriptedKindSource source = new ScriptedKindSource();
        Queue<KindRegistry> told = new ConcurrentLinkedQueue<>();
        try (KindCatalogue catalogue = new KindCatalogue(List.of(source), reader)) {
            catalogue.onChange(_ -> {
                throw new IllegalStateException("a fault");
            });
            catalogue.onChange(told::add);
            catalogue.start();
            source.declare(List.of(definition("redis.yaml", "Redis", "")));
            await().until(() -> catalogue.registry().kinds().size() == 1);

            source.declare(List.of());
            await().until(() -> catalogue.registry().kinds().isEmpty());
            await().until(() -> told.size() == 2);
            await().until(() -> source.reported.size() >= 2);
        }
    }

    @Test
    void catalogueIsReadyOnceTheKindsOfAllSourcesAreServed() {
        ScriptedKindSource read = new ScriptedKindSource(definition("redis.yaml", "Redis", ""));
        ScriptedKindSource unread = new ScriptedKindSource().unread("not read yet");
        CountDownLatch told = new CountDownLatch(1);
        CountDownLatch mayGoOn = new CountDownLatch(1);
        try (KindCatalogue catalogue = new KindCatalogue(List.of(read, unread), reader)) {
            catalogue.onChange(_ -> {
                told.countDown();
                await().until(() -> mayGoOn.getCount() == 0);
            });
            catalogue.start();
            assertThat(catalogue.problem()).contains("not read yet");

            unread.declare(List.of(definition("bucket.yaml", "Bucket", "")));
            await().until(() -> told.getCount() == 0);
            assertThat(catalogue.problem()).contains("not read yet");

            mayGoOn.countDown();
            await().until(() -> catalogue.problem().isEmpty());
            assertThat(catalogue.registry().kinds()).hasSize(2);
        }
    }

    private static JsonValue parse(String text) {
        if (text.equals(FATAL)) {
            throw new IllegalStateException("a fault");
        }
        return JsonText.parse(text);
    }

    private static DefinitionDocument.Parsed definition(String source, String kind, String schema) {
        String name = kind.toLowerCase(Locale.ROOT);
        JsonObject json = TestJson.object("""
                {"apiVersion": "cozystack.io/v1alpha1", "kind": "ApplicationDefinition", "spec": {
                  "application": {"kind": "%s", "plural": "%2$ses", "singular": "%2$s", "openAPISchema": "%3$s"},
                  "release": {"prefix": "%2$s-", "chartRef": {"kind": "OCIRepository", "name": "%2$s"}}}}
                """.formatted(kind, name, schema));
        return new DefinitionDocument.Parsed(source, json);
    }
}
