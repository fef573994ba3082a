package dev.chartroom.bootstrap.adoption;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.schema.Schema;
import dev.chartroom.bootstrap.adoption.ReleaseReport.Outcome;
import dev.chartroom.domain.adoption.AdoptionCandidate;
import dev.chartroom.domain.adoption.AdoptionPlan;
import dev.chartroom.domain.adoption.HelmInstallation;
import dev.chartroom.domain.adoption.HelmPlan;
import dev.chartroom.domain.adoption.ReturnPlan;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.kind.KindNames;
import dev.chartroom.domain.kind.ReleaseChart;
import dev.chartroom.domain.kind.ReleaseTemplate;
import dev.chartroom.domain.kind.Rollout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdoptionReportTest {
    private static final NamespacedName CART = new NamespacedName("shop", "redis-cart");
    private static final JsonObject RELEASE = object("""
            {metadata: {name: 'redis-cart', namespace: 'shop',
               managedFields: [{manager: 'kubectl', fieldsV1: {'f:spec': {'f:interval': {}}}}]},
             spec: {interval: '1h', chartRef: {kind: 'OCIRepository', name: 'redis'},
               maxHistory: 5, install: {timeout: '10m0s', strategy: {name: 'RetryOnFailure', retryInterval: '30s'}},
               upgrade: {strategy: {name: 'RetryOnFailure', retryInterval: '30s'}},
               values: {replicas: 0, extra: 1}}}
            """);

    @Test
    void possibleAdoptionHasAllEffects() {
        ApplicationKind kind = kind(null);

        ReleaseReport report = new AdoptionReport(kind, false).of(CART, AdoptionPlan.of(kind, RELEASE));

        assertThat(report.outcome()).isEqualTo(Outcome.POSSIBLE);
        assertThat(report.lines())
                .containsExactly(
                        "shop/redis-cart: can become Redis cart",
                        "  spec:",
                        "    replicas: 0",
                        "    size: 1Gi",
                        "  hidden: spec.extra: users do not see this value",
                        "  invalid: spec.replicas: Invalid value: 0: spec.replicas in body should be greater than or"
                                + " equal to 1",
                        "  default: spec.size is shown as \"1Gi\", but the release does not have this value",
                        "  template: spec.upgrade.timeout: (none) -> \"10m0s\": stays, because the definition has no"
                                + " spec.release.rollout",
                        "  template: spec.interval: \"1h\" -> \"5m0s\": stays, because it was edited",
                        "  Flux does not upgrade the release, because labels do not change its generation");
    }

    @ParameterizedTest
    @CsvSource({
        "false, changes by the rollout of the kind",
        "true, changes when spec.release.rollout is no longer paused"
    })
    void missingFieldsChangeByTheRollout(boolean paused, String effect) {
        ApplicationKind kind = kind(new Rollout(6, 1, paused));

        List<String> lines = new AdoptionReport(kind, false)
                .of(CART, AdoptionPlan.of(kind, RELEASE))
                .lines();

        assertThat(lines).contains("  template: spec.upgrade.timeout: (none) -> \"10m0s\": " + effect);
        assertThat(lines.contains("  Flux reconciles the release again when the rollout changes it"))
                .isNotEqualTo(paused);
    }

    @Test
    void changesAreReportedInOneLine() {
        AdoptionReport report = new AdoptionReport(kind(null), true);

        assertThat(report.of(CART, AdoptionPlan.of(kind(null), RELEASE)))
                .isEqualTo(ReleaseReport.possible(List.of("shop/redis-cart: is now Redis cart")));
        assertThat(report.of(CART, new AdoptionPlan.Adopted("cart")))
                .isEqualTo(ReleaseReport.unchanged("shop/redis-cart: is Redis cart already"));
        assertThat(report.of(CART, new AdoptionPlan.Refused("it has a reason")))
                .isEqualTo(ReleaseReport.refused("shop/redis-cart: it has a reason"));
        assertThat(report.of(CART, new ReturnPlan.Possible("cart", JsonObject.EMPTY)))
                .isEqualTo(ReleaseReport.possible(List.of("shop/redis-cart: is a plain HelmRelease again")));
        assertThat(report.of(CART, new ReturnPlan.Plain()))
                .isEqualTo(ReleaseReport.unchanged("shop/redis-cart: is a plain HelmRelease already"));
    }

    @Test
    void possibleReturnNamesTheObject() {
        assertThat(new AdoptionReport(kind(null), false)
                        .of(CART, new ReturnPlan.Possible("cart", JsonObject.EMPTY))
                        .lines())
                .containsExactly(
                        "shop/redis-cart: can become a plain HelmRelease again; users then no longer see Redis cart");
    }

    @ParameterizedTest
    @CsvSource({"false, '', at once", "true, 'suspended ', when you resume it"})
    void helmAdoptionNamesTheReleaseAndTheUpgrade(boolean suspended, String attribute, String when) {
        ApplicationKind kind = kind(null);
        NamespacedName id = new NamespacedName("shop", "cart");
        HelmPlan plan = HelmPlan.of(
                kind,
                new HelmInstallation(id, "redis", "17.0.0", object("{replicas: 3}")),
                "redis",
                new HelmPlan.Options(suspended, false));

        assertThat(new AdoptionReport(kind, false).of(id, plan).lines())
                .startsWith(
                        "shop/cart: can become Redis cart, in the " + attribute + "HelmRelease redis-cart", "  spec:")
                .endsWith("  Flux upgrades the release " + when + ", from redis 17.0.0 to the chart of the kind");
        assertThat(new AdoptionReport(kind, true).of(id, plan).lines())
                .containsExactly("shop/cart: is now Redis cart, in the " + attribute + "HelmRelease redis-cart");
    }

    @Test
    void candidatesAreATable() {
        CandidateTable table = new CandidateTable();
        assertThat(table.lines()).containsExactly("no plain HelmRelease has the chart of a kind");

        table.add(new AdoptionCandidate(CART, kind(null), Optional.of("cart"), Optional.empty()));
        table.add(new AdoptionCandidate(
                new NamespacedName("a", "b"), kind(null), Optional.empty(), Optional.of("it has a reason")));

        assertThat(table.lines())
                .containsExactly(
                        "NAMESPACE   RELEASE      KIND    NAME   PROBLEM",
                        "shop        redis-cart   Redis   cart   -",
                        "a           b            Redis   -      it has a reason");
    }

    @Test
    void documentedEffectsArePrinted() throws IOException {
        String document = Files.readString(Path.of("../docs/adopting-releases.md"));
        ApplicationKind kind = kind(null);
        AdoptionReport report = new AdoptionReport(kind, false);
        JsonObject spec = RELEASE.objectOrEmpty("spec");
        JsonObject release = RELEASE.with(
                "spec",
                spec.without("maxHistory").toBuilder()
                        .put("upgrade", spec.objectOrEmpty("install"))
                        .put("values", object("{replicas: 3, metrics: {enabled: true}}"))
                        .build());
        NamespacedName basket = new NamespacedName("shop", "basket");
        HelmInstallation installed = new HelmInstallation(basket, "redis", "17.0.0", object("{replicas: 3}"));

        assertThat(document)
                .contains(report.of(CART, AdoptionPlan.of(kind, release)).lines().stream()
                        .map(line -> "   " + line)
                        .collect(Collectors.joining("\n")))
                .contains(String.join(
                        "\n",
                        report.of(basket, HelmPlan.of(kind, installed, "redis", new HelmPlan.Options(false, false)))
                                .lines()));
    }

    private static ApplicationKind kind(@Nullable Rollout rollout) {
        return ApplicationKind.builder(
                        "apps.example.com",
                        "v1",
                        new KindNames("Redis", "RedisList", "redises", "redis", List.of(), List.of()),
                        Schema.of(object("""
                                {type: 'object', properties: {replicas: {type: 'integer', minimum: 1},
                                  size: {type: 'string', default: '1Gi'}}}
                                """)),
                        ReleaseTemplate.builder(
                                        "redis-",
                                        new ReleaseChart.Reference(object("{kind: 'OCIRepository', name: 'redis'}")))
                                .rollout(rollout)
                                .build())
                .build();
    }

    /** Parses JSON in the syntax of YAML. */
    private static JsonObject object(String text) {
        return (JsonObject) new JacksonCodec().parseYaml(text.getBytes(StandardCharsets.UTF_8));
    }
}
