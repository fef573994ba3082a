package dev.chartroom.domain.adoption;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.domain.conversion.ReleaseLabels;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdoptionCandidateTest {
    private static final ApplicationKind REDIS = Redises.kind();

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {chartRef: {kind: 'OCIRepository', name: 'redis', namespace: 'charts'}} | true
            {chartRef: {apiVersion: 'source.toolkit.fluxcd.io/v1', kind: 'OCIRepository', name: 'redis', namespace: 'charts'}} | true
            {chartRef: {kind: 'OCIRepository', name: 'redis'}} | false
            {chartRef: {kind: 'HelmChart', name: 'redis', namespace: 'charts'}} | false
            {chartRef: {kind: 'OCIRepository', name: 'valkey', namespace: 'charts'}} | false
            {chart: {spec: {chart: 'redis'}}} | false
            {} | false
            """)
    void kindWithAChartRefMatchesReleasesWithTheSameReference(String spec, boolean matches) {
        assertThat(AdoptionCandidate.of(List.of(REDIS), release("redis-cart", spec)))
                .hasSize(matches ? 1 : 0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {chart: {spec: {chart: 'redis', version: '1.x', sourceRef: {kind: 'HelmRepository', name: 'hub'}}}} | true
            {chart: {spec: {chart: 'redis', sourceRef: {kind: 'HelmRepository', name: 'hub', namespace: 'shop'}}}} | true
            {chart: {spec: {chart: 'redis', sourceRef: {kind: 'HelmRepository', name: 'hub', namespace: 'x'}}}} | false
            {chart: {spec: {chart: 'valkey', sourceRef: {kind: 'HelmRepository', name: 'hub'}}}} | false
            {chart: {spec: {chart: 'redis', sourceRef: {kind: 'GitRepository', name: 'hub'}}}} | false
            {chartRef: {kind: 'HelmRepository', name: 'hub'}} | false
            """)
    void kindWithAChartMatchesReleasesWithTheSameNameAndSource(String spec, boolean matches) {
        ApplicationKind kind = Redises.kind(
                "{chart: {spec: {chart: 'redis', version: '*', sourceRef: {kind: 'HelmRepository', name: 'hub'}}}}");

        assertThat(AdoptionCandidate.of(List.of(kind), release("redis-cart", spec)))
                .hasSize(matches ? 1 : 0);
    }

    @Test
    void releaseWithTheChartOfSeveralKindsIsAnObjectOfTheKindWithItsPrefix() {
        ApplicationKind cache = Redises.kind("{kind: 'Cache', prefix: 'cache-'}");

        assertThat(AdoptionCandidate.of(List.of(REDIS, cache), Redises.release("cache-a", "{}")))
                .containsExactly(new AdoptionCandidate(
                        new NamespacedName("shop", "cache-a"), cache, Optional.of("a"), Optional.empty()));
    }

    @Test
    void releaseWithoutThePrefixHasAReason() {
        assertThat(AdoptionCandidate.of(List.of(REDIS), Redises.release("cart", "{}")))
                .singleElement()
                .satisfies(candidate -> {
                    assertThat(candidate.name()).isEmpty();
                    assertThat(candidate.refusal())
                            .contains(
                                    "its name does not begin with \"redis-\", the prefix of redises.apps.example.com");
                });
    }

    @Test
    void objectOfAServedKindIsNoCandidate() {
        JsonObject object =
                Redises.withLabels(Redises.release("redis-cart", "{}"), ReleaseLabels.identity(REDIS, "cart"));

        assertThat(AdoptionCandidate.of(List.of(Redises.kind("{kind: 'Cache'}"), REDIS), object))
                .isEmpty();
    }

    private static JsonObject release(String name, String spec) {
        return Redises.release(name, "{}").with("spec", object(spec));
    }
}
