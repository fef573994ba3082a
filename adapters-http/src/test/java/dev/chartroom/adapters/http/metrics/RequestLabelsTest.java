package dev.chartroom.adapters.http.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.fixture.Definitions;
import dev.chartroom.adapters.http.request.RequestInfo;
import dev.chartroom.apimachinery.meta.FieldSelector;
import dev.chartroom.apimachinery.meta.LabelSelector;
import dev.chartroom.core.catalogue.KindCatalogue;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.CredentialRules;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.domain.subresource.Subresources;
import dev.chartroom.ports.kind.ScriptedKindSource;
import dev.chartroom.ports.storage.Kinds;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Only names that a definition declares become labels, so clients cannot make new series. */
class RequestLabelsTest {
    @ParameterizedTest
    @CsvSource({"suspend, suspend", "status, status", "resume, ''", "made-up, ''", "'', ''"})
    void subresourceOfTheKindIsALabel(String subresource, String label) {
        ApplicationKind redis = Kinds.redis();
        ApplicationKind suspendable = ApplicationKind.builder(
                        redis.group(), redis.version(), redis.names(), redis.schema(), redis.release())
                .subresources(new Subresources(
                        Set.of(Subresource.SUSPEND),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        CredentialRules.NONE,
                        List.of(),
                        false))
                .build();
        KindCatalogue catalogue = Definitions.catalogue(new ScriptedKindSource(), List.of(suspendable));

        RequestLabels labels = RequestLabels.of(
                new RequestInfo.Resource(
                        "create",
                        redis.group(),
                        redis.version(),
                        "shop",
                        redis.names().plural(),
                        "cart",
                        subresource,
                        FieldSelector.EVERYTHING,
                        LabelSelector.EVERYTHING),
                false,
                false,
                catalogue);

        assertThat(labels.resource()).isEqualTo("redises");
        assertThat(labels.subresource()).isEqualTo(label);
    }
}
