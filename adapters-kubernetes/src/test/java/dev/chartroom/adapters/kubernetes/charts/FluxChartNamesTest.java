package dev.chartroom.adapters.kubernetes.charts;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.kind.ReleaseChart;
import dev.chartroom.kubernetes.client.FakeApiServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FluxChartNamesTest {
    private final FakeApiServer server = new FakeApiServer();
    private final FluxChartNames names = new FluxChartNames(server.http(), JacksonCodec.ofStored());

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {kind: 'OCIRepository', name: 'r', namespace: 'charts'} | /charts/ocirepositories/r | {url: 'oci://ghcr.io/x/redis'}
            {kind: 'OCIRepository', name: 'r'}                      | /shop/ocirepositories/r   | {url: 'oci://ghcr.io/x/redis/'}
            {kind: 'HelmChart', name: 'r', namespace: 'charts'}     | /charts/helmcharts/r      | {chart: './charts/redis'}
            """)
    void referencedSourceContainsTheName(String chartRef, String path, String spec) {
        server.answer(200, "{\"spec\":" + object(spec) + "}");

        assertThat(names.of(new ReleaseChart.Reference(object(chartRef)), "shop"))
                .contains("redis");
        assertThat(server.received())
                .singleElement()
                .satisfies(request ->
                        assertThat(request.path()).isEqualTo("/apis/source.toolkit.fluxcd.io/v1/namespaces" + path));
    }

    @ParameterizedTest
    @CsvSource({"redis", "./charts/redis", "charts/redis/"})
    void chartOfAReleaseIsTheLastPartOfItsPath(String chart) {
        ReleaseChart template = new ReleaseChart.Template(object("{spec: {chart: '" + chart + "'}}"));

        assertThat(names.of(template, "shop")).contains("redis");
        assertThat(server.received()).isEmpty();
    }

    @Test
    void externalArtifactDoesNotContainTheName() {
        ReleaseChart chart =
                new ReleaseChart.Reference(object("{kind: 'ExternalArtifact', name: 'r', namespace: 'charts'}"));

        assertThat(names.of(chart, "shop")).isEmpty();
        assertThat(server.received()).isEmpty();
    }

    @Test
    void missingSourceIsAnErrorThatNamesIt() {
        server.answer(404, "{\"kind\":\"Status\",\"code\":404,\"reason\":\"NotFound\",\"message\":\"not found\"}");

        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> names.of(
                        new ReleaseChart.Reference(object("{kind: 'HelmChart', name: 'r', namespace: 'charts'}")),
                        "shop"))
                .withMessage("HelmChart charts/r: not found");
    }
}
