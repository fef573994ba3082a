package dev.chartroom.domain.kind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.meta.GroupVersion;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.domain.computed.ComputedKinds;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class KindRegistryTest {
    private static final SourceRef CHART =
            new SourceRef("source.toolkit.fluxcd.io/v1", "OCIRepository", "charts", "redis");

    private static final KindNames REDIS = names("Redis", "RedisList", "redises", "redis", "rd");

    @Test
    void kindsAreSortedByGroupAndPlural() {
        KindRegistry registry = KindRegistry.assemble(List.of(
                valid("1", kind("z.example.com", "v1", "Alpha", "alpha-")),
                valid("2", kind("a.example.com", "v1alpha1", "Zulu", "zulu-")),
                valid("3", kind("a.example.com", "v2", "Mike", "mike-"))));

        assertThat(registry.kinds())
                .extracting(kind -> kind.groupResource().toString())
                .containsExactly("mikes.a.example.com", "zulus.a.example.com", "alphas.z.example.com");
        assertThat(registry.groupVersions())
                .containsExactly(
                        new GroupVersion("a.example.com", "v2"),
                        new GroupVersion("a.example.com", "v1alpha1"),
                        new GroupVersion("z.example.com", "v1"));
        assertThat(registry.refusals()).isEmpty();
        assertThat(registry.warnings()).isEmpty();
    }

    @Test
    void computedKindIsServedButHasNoStoredObjectsAndTakesNoPlace() {
        ApplicationKind redis = kind("a.example.com", "v1", "Redis", "redis-");
        KindRegistry registry = KindRegistry.assemble(
                List.of(
                        valid("0", ComputedKinds.APPLICATION_PREVIEW),
                        valid("1", redis),
                        valid("2", kind("a.example.com", "v1", "Kafka", "kafka-"))),
                1);

        assertThat(registry.kinds()).containsExactly(redis);
        assertThat(registry.served()).containsExactly(redis, ComputedKinds.APPLICATION_PREVIEW);
        assertThat(registry.find("computed.chartroom.dev", "v1alpha1", "applicationpreviews"))
                .contains(ComputedKinds.APPLICATION_PREVIEW);
        assertThat(registry.refusals()).extracting(Declaration.Refused::source).containsExactly("2");
    }

    @Test
    void aKindIsFoundByGroupVersionAndPluralOnly() {
        ApplicationKind redis = kind("a.example.com", "v1", "Redis", "redis-");
        ApplicationKind kafka = kind("a.example.com", "v1", "Kafka", "kafka-");
        KindRegistry registry = KindRegistry.assemble(List.of(valid("1", redis), valid("2", kafka)));

        assertThat(registry.find("a.example.com", "v1", "rediss")).contains(redis);
        assertThat(registry.find("a.example.com", "v1", "redis")).isEmpty();
        assertThat(registry.find("a.example.com", "v2", "rediss")).isEmpty();
        assertThat(registry.find("b.example.com", "v1", "rediss")).isEmpty();
        assertThat(registry.kindsOf(new GroupVersion("a.example.com", "v1"))).containsExactly(kafka, redis);
        assertThat(registry.kindsOf(new GroupVersion("a.example.com", "v2"))).isEmpty();
    }

    @Test
    void withoutDeclarationsNothingIsServed() {
        KindRegistry registry = KindRegistry.assemble(List.of());

        assertThat(registry.kinds()).isEmpty();
        assertThat(registry.groupVersions()).isEmpty();
    }

    @Test
    void rejectedDeclarationDoesNotAffectOthers() {
        Declaration.Refused refused = new Declaration.Refused("bad.yaml", "spec: required");
        ApplicationKind redis = kind("a.example.com", "v1", "Redis", "redis-");
        KindRegistry registry = KindRegistry.assemble(List.of(refused, valid("good.yaml", redis)));

        assertThat(registry.kinds()).containsExactly(redis);
        assertThat(registry.refusals()).containsExactly(refused);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            Other | OtherList | redises | other   | ot  | the plural "redises" is taken
            Other | OtherList | redis   | other   | ot  | the plural "redis" is taken
            Other | OtherList | rd      | other   | ot  | the plural "rd" is taken
            Other | OtherList | others  | redis   | ot  | the singular "redis" is taken
            Other | OtherList | others  | redises | ot  | the singular "redises" is taken
            Other | OtherList | others  | other   | rd  | the short name "rd" is taken
            Other | OtherList | others  | other   | redis | the short name "redis" is taken
            Redis | OtherList | others  | other   | ot  | the kind "Redis" is taken
            RedisList | OtherList | others | other | ot | the kind "RedisList" is taken
            Other | RedisList | others  | other   | ot  | the list kind "RedisList" is taken
            Other | Redis     | others  | other   | ot  | the list kind "Redis" is taken
            Redis | RedisList | redises | redis   | rd  | the plural "redises" is taken
            """)
    void laterDeclarationOfATakenNameIsRejected(
            String kind, String listKind, String plural, String singular, String shortName, String start) {
        Declaration.Valid first = valid("first.yaml", kind("a.example.com", "v1", REDIS, "redis-"));
        ApplicationKind later =
                kind("a.example.com", "v2", names(kind, listKind, plural, singular, shortName), "other-");

        KindRegistry registry = KindRegistry.assemble(List.of(first, valid("later.yaml", later)));

        assertThat(registry.kinds()).containsExactly(first.kind());
        assertThat(registry.refusals())
                .containsExactly(new Declaration.Refused(
                        "later.yaml", start + " in the group a.example.com by the kind Redis of first.yaml"));
    }

    @Test
    void anotherGroupMayUseTheSameNames() {
        KindRegistry registry = KindRegistry.assemble(List.of(
                valid("1", kind("a.example.com", "v1", REDIS, "a-")),
                valid("2", kind("b.example.com", "v1", REDIS, "b-"))));

        assertThat(registry.kinds()).hasSize(2);
    }

    @Test
    void kindMayUseOneNameAsPluralSingularAndShortName() {
        KindNames same = names("Dns", "DnsList", "dns", "dns", "dns");

        assertThat(KindRegistry.assemble(List.of(valid("1", kind("a.example.com", "v1", same, "dns-"))))
                        .kinds())
                .hasSize(1);
    }

    @Test
    void rejectedKindReservesNoNames() {
        KindRegistry registry = KindRegistry.assemble(List.of(
                valid("1", kind("a.example.com", "v1", REDIS, "redis-")),
                valid("2", kind("a.example.com", "v1", names("Cache", "CacheList", "caches", "redis", "c"), "c-")),
                valid("3", kind("a.example.com", "v1", names("Cache", "CacheList", "caches", "cache", "c"), "c-"))));

        assertThat(registry.kinds()).extracting(kind -> kind.names().kind()).containsExactly("Cache", "Redis");
        assertThat(registry.refusals()).extracting(Declaration.Refused::source).containsExactly("2");
    }

    @Test
    void prefixThatBeginsWithAnotherPrefixProducesOneWarning() {
        assertThat(warnings("Kubernetes", "kubernetes-", "KubernetesNodes", "kubernetes-nodes-", "Redis", "redis-"))
                .containsExactly("the release prefix \"kubernetes-\" of kubernetess.a.example.com overlaps with"
                        + " \"kubernetes-nodes-\" of kubernetesnodess.a.example.com");
    }

    @Test
    void equalPrefixesProduceOneWarning() {
        assertThat(warnings("Two", "db-", "One", "db-"))
                .containsExactly("the release prefix \"db-\" of ones.a.example.com overlaps with"
                        + " \"db-\" of twos.a.example.com");
    }

    @Test
    void overlappingPrefixesOfTwoGroupsProduceAWarning() {
        KindRegistry registry = KindRegistry.assemble(List.of(
                valid("1", kind("a.example.com", "v1", REDIS, "redis-")),
                valid("2", kind("b.example.com", "v1", REDIS, "redis-"))));

        assertThat(registry.warnings())
                .containsExactly("the release prefix \"redis-\" of redises.a.example.com overlaps with"
                        + " \"redis-\" of redises.b.example.com");
    }

    @Test
    void emptyPrefixWarningCountsTheOtherKinds() {
        assertThat(warnings("Etcd", "", "Info", "", "Redis", "redis-"))
                .containsExactly(
                        "the release prefix of etcds.a.example.com is empty and overlaps with the prefix of 2 other kinds",
                        "the release prefix of infos.a.example.com is empty and overlaps with the prefix of 2 other kinds");
        assertThat(warnings("Etcd", "", "Redis", "redis-"))
                .containsExactly(
                        "the release prefix of etcds.a.example.com is empty and overlaps with the prefix of 1 other kind");
        assertThat(warnings("Etcd", "")).isEmpty();
    }

    @Test
    void manyOverlapsProduceOneWarningPerKind() {
        List<String> warnings =
                warnings("A", "p-", "B", "p-", "C", "p-", "D", "p-", "E", "p-", "F", "p-", "G", "other-");

        assertThat(warnings).hasSize(5);
        assertThat(warnings.getFirst())
                .isEqualTo("the release prefix \"p-\" of as.a.example.com overlaps with \"p-\" of bs.a.example.com,"
                        + " \"p-\" of cs.a.example.com, \"p-\" of ds.a.example.com and the prefix of 2 more kinds");
    }

    @Test
    void kindsUpToTheLimitAreServedAndLaterKindsAreRejected() {
        List<Declaration> declarations = new ArrayList<>();
        for (int i = 0; i <= KindRegistry.MAX_KINDS + 1; i++) {
            declarations.add(valid("file" + i, kind("a.example.com", "v1", "Kind" + i, "kind" + i + "x-")));
        }
        // A rejected declaration does not count towards the limit.
        declarations.add(1, new Declaration.Refused("bad", "spec: required"));

        KindRegistry registry = KindRegistry.assemble(declarations);

        assertThat(registry.kinds()).hasSize(KindRegistry.MAX_KINDS);
        assertThat(registry.refusals())
                .containsExactly(
                        new Declaration.Refused("bad", "spec: required"),
                        new Declaration.Refused("file2000", "the server serves at most 2000 kinds"),
                        new Declaration.Refused("file2001", "the server serves at most 2000 kinds"));
    }

    @Test
    void callerSetsTheLimit() {
        List<Declaration> declarations = List.of(
                valid("first", kind("a.example.com", "v1", "Kind1", "kind1-")),
                valid("second", kind("a.example.com", "v1", "Kind2", "kind2-")),
                valid("third", kind("a.example.com", "v1", "Kind3", "kind3-")));

        assertThat(KindRegistry.assemble(declarations, 3).refusals()).isEmpty();
        assertThat(KindRegistry.assemble(declarations, 2).refusals())
                .containsExactly(new Declaration.Refused("third", "the server serves at most 2 kinds"));
    }

    /** A label {@code b.io/application.kind} of an object of {@code a.io} is stored as {@code a.io-b.io/application.kind}. */
    @ParameterizedTest
    @CsvSource({"a.io, a.io-b.io", "a.io-b.io, a.io"})
    void groupWhoseLabelsAnotherGroupCouldForgeIsRejected(String first, String second) {
        Declaration.Valid kept = valid("first.yaml", kind(first, "v1", "Redis", "redis-"));

        KindRegistry registry =
                KindRegistry.assemble(List.of(kept, valid("second.yaml", kind(second, "v1", "Cache", "cache-"))));

        assertThat(registry.kinds()).containsExactly(kept.kind());
        assertThat(registry.refusals())
                .containsExactly(
                        new Declaration.Refused(
                                "second.yaml",
                                "the group " + second + " conflicts with the group " + first
                                        + " of first.yaml: a label of an object of one group would be read as a label of the other group"));
    }

    private static List<String> warnings(String... kindsAndPrefixes) {
        List<Declaration> declarations = new ArrayList<>();
        for (int i = 0; i < kindsAndPrefixes.length; i += 2) {
            declarations.add(
                    valid("source", kind("a.example.com", "v1", kindsAndPrefixes[i], kindsAndPrefixes[i + 1])));
        }
        return KindRegistry.assemble(declarations).warnings();
    }

    @Test
    void definitionWithARejectedChangeIsServedAsBefore() {
        Declaration.Valid before = valid("a.yaml", kind("a.example.com", "v1", "Redis", "redis-"));
        Declaration.Refused change = new Declaration.Refused("a.yaml", "it is bad");

        KindRegistry registry = KindRegistry.assemble(List.of(before, change));

        assertThat(registry.kinds()).containsExactly(before.kind());
        assertThat(registry.status("a.yaml").orElseThrow().conditions())
                .extracting(
                        condition -> condition.type() + "=" + condition.status().text() + " " + condition.message())
                .containsExactly(
                        "Accepted=False it is bad",
                        "NamesAccepted=True no conflicts found",
                        "Established=True the last valid version of the definition is served",
                        "Ready=False it is bad",
                        "Stalled=True it is bad");
        assertThat(KindRegistry.assemble(List.of(change))
                        .status("a.yaml")
                        .orElseThrow()
                        .conditions())
                .extracting(
                        condition -> condition.type() + "=" + condition.status().text())
                .containsExactly(
                        "Accepted=False", "NamesAccepted=Unknown", "Established=False", "Ready=False", "Stalled=True");
    }

    @ParameterizedTest
    @MethodSource("summaries")
    void summaryTellsReadyWaitingAndStalledApart(List<Declaration> declarations, String summary) {
        DefinitionStatus status =
                KindRegistry.assemble(declarations).status("a.yaml").orElseThrow();

        assertThat(status.conditions().stream()
                        .filter(each -> Set.of("Ready", "Stalled").contains(each.type()))
                        .map(each -> each.type() + "=" + each.status().text() + ":" + each.reason())
                        .collect(Collectors.joining(" ")))
                .isEqualTo(summary);
    }

    static Stream<Arguments> summaries() {
        Declaration.Valid redis = valid("a.yaml", kind("a.example.com", "v1", "Redis", "redis-"));
        return Stream.of(
                Arguments.of(List.of(redis), "Ready=True:Served Stalled=False:Served"),
                Arguments.of(
                        List.of(redis.with(new ChartPresence.Missing(CHART))),
                        "Ready=True:ChartNotFound Stalled=False:ChartNotFound"),
                Arguments.of(
                        List.of(valid("0.yaml", redis.kind()), redis), "Ready=False:Conflict Stalled=True:Conflict"),
                Arguments.of(
                        List.of(new Declaration.Refused("a.yaml", "it is bad")),
                        "Ready=False:Invalid Stalled=True:Invalid"),
                Arguments.of(
                        List.of(Declaration.Refused.missing("a.yaml", CHART)),
                        "Ready=False:ChartNotFound Stalled=False:ChartNotFound"),
                Arguments.of(
                        List.of(redis, Declaration.Refused.unfetched("a.yaml", "it comes")),
                        "Ready=False:ChartNotFetched Stalled=False:ChartNotFetched"));
    }

    @ParameterizedTest
    @MethodSource("presences")
    void statusReportsWhetherTheChartExists(ChartPresence chart, String condition, String warning) {
        Declaration.Valid redis =
                valid("a.yaml", kind("a.example.com", "v1", "Redis", "redis-")).with(chart);

        KindRegistry registry = KindRegistry.assemble(List.of(redis));

        assertThat(registry.kinds()).containsExactly(redis.kind());
        assertThat(registry.refusals()).isEmpty();
        assertThat(String.join("; ", registry.warnings())).isEqualTo(warning);
        DefinitionStatus status = registry.status("a.yaml").orElseThrow();
        assertThat(status.isEstablished()).isTrue();
        assertThat(status.conditions().stream()
                        .filter(each -> each.type().equals("ChartFound"))
                        .map(each -> each.status().text() + " " + each.reason() + ": " + each.message())
                        .collect(Collectors.joining()))
                .isEqualTo(condition);
        assertThat(status.headline().type())
                .isEqualTo(chart instanceof ChartPresence.Missing ? "ChartFound" : "Established");
    }

    static Stream<Arguments> presences() {
        return Stream.of(
                Arguments.of(ChartPresence.NOT_LOOKED_UP, "", ""),
                Arguments.of(new ChartPresence.Found(CHART), "True Found: OCIRepository charts/redis exists", ""),
                Arguments.of(
                        new ChartPresence.Missing(CHART),
                        "False ChartNotFound: OCIRepository charts/redis does not exist; the kind is served, but"
                                + " Flux cannot install or upgrade its releases",
                        "OCIRepository charts/redis does not exist; Flux needs it for the chart of rediss.a.example.com"),
                Arguments.of(
                        new ChartPresence.Unknown(CHART, "it is forbidden"),
                        "Unknown NotLookedFor: OCIRepository charts/redis could not be looked up: it is forbidden",
                        "it is forbidden, so Chartroom cannot check the chart of rediss.a.example.com"));
    }

    @Test
    void chartsOfUnknownPresenceProduceOneWarning() {
        List<Declaration> declarations = new ArrayList<>();
        for (String kind : List.of("Eee", "Ddd", "Ccc", "Bbb", "Aaa")) {
            declarations.add(valid(kind, kind("a.example.com", "v1", kind, kind.toLowerCase(Locale.ROOT) + "-"))
                    .with(new ChartPresence.Unknown(
                            new SourceRef("v1", "OCIRepository", "charts", kind), "the cluster is silent")));
        }

        assertThat(KindRegistry.assemble(declarations).warnings())
                .containsExactly(
                        "the cluster is silent, so Chartroom cannot check the chart of aaas.a.example.com, bbbs.a.example.com, cccs.a.example.com and 2 more");
    }

    @Test
    void changeToAMissingChartIsRejectedAndTheOldKindStaysServed() {
        Declaration.Valid before =
                valid("a.yaml", kind("a.example.com", "v1", "Redis", "redis-")).with(new ChartPresence.Missing(CHART));
        Declaration.Refused change =
                Declaration.Refused.missing("a.yaml", new SourceRef("v1", "HelmChart", "charts", "other"));

        DefinitionStatus status =
                KindRegistry.assemble(List.of(before, change)).status("a.yaml").orElseThrow();

        assertThat(status.isEstablished()).isTrue();
        assertThat(status.headline().reason()).isEqualTo("ChartNotFound");
        assertThat(status.headline().message())
                .isEqualTo(
                        "the chart source HelmChart charts/other does not exist; Chartroom accepts the definition as soon as the source exists");
    }

    @Test
    void prunedSchemaIsReportedInTheStatusAndInWarnings() {
        Declaration.Valid redis = new Declaration.Valid(
                "a.yaml",
                DeclaredKind.only(kind("a.example.com", "v1", "Redis", "redis-")),
                ChartPresence.NOT_LOOKED_UP,
                List.of("spec.a: default is pruned", "spec.b: left open"));

        KindRegistry registry = KindRegistry.assemble(List.of(redis));

        assertThat(registry.kinds()).containsExactly(redis.kind());
        assertThat(registry.warnings())
                .containsExactly("a.yaml: spec.a: default is pruned", "a.yaml: spec.b: left open");
        DefinitionStatus status = registry.status("a.yaml").orElseThrow();
        assertThat(status.isEstablished()).isTrue();
        assertThat(status.headline())
                .isEqualTo(
                        new DefinitionStatus.Condition(
                                "StructuralSchema",
                                DefinitionStatus.ConditionStatus.FALSE,
                                "Pruned",
                                "the kind is served without parts of its schema: spec.a: default is pruned; spec.b: left open"));
        assertThat(registry).isNotEqualTo(KindRegistry.assemble(List.of(valid("a.yaml", redis.kind()))));
    }

    @Test
    void manySchemaWarnings_first20AreListedAndTheRestIsCounted() {
        List<String> parts =
                IntStream.range(0, 1000).mapToObj(i -> "spec.p" + i).toList();

        Declaration.Valid redis = new Declaration.Valid(
                "a.yaml",
                DeclaredKind.only(kind("a.example.com", "v1", "Redis", "redis-")),
                ChartPresence.NOT_LOOKED_UP,
                parts);

        assertThat(redis.warnings())
                .hasSize(21)
                .startsWith("spec.p0", "spec.p1")
                .endsWith("980 more parts of the schema are left out");
        assertThat(redis.with(ChartPresence.NOT_LOOKED_UP)).isEqualTo(redis);
    }

    private static Declaration.Valid valid(String source, ApplicationKind kind) {
        return new Declaration.Valid(source, kind);
    }

    private static KindNames names(String kind, String listKind, String plural, String singular, String shortName) {
        return new KindNames(kind, listKind, plural, singular, List.of(shortName), List.of());
    }

    private static ApplicationKind kind(String group, String version, String kind, String prefix) {
        String singular = kind.toLowerCase(Locale.ROOT);
        return kind(
                group,
                version,
                new KindNames(kind, kind + "List", singular + "s", singular, List.of(), List.of()),
                prefix);
    }

    private static ApplicationKind kind(String group, String version, KindNames names, String prefix) {
        return new ApplicationKind(
                group,
                version,
                names,
                "",
                Schema.of(JsonObject.of("type", new JsonString("object"))),
                ReleaseTemplate.builder(prefix, new ReleaseChart.Reference(JsonObject.EMPTY))
                        .build());
    }
}
