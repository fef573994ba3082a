package dev.chartroom.domain.kind;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.TestYaml;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SourceRefTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            chartRef: {kind: OCIRepository, name: a, namespace: b} | source.toolkit.fluxcd.io/v1: OCIRepository b/a
            chartRef: {apiVersion: source.toolkit.fluxcd.io/v1beta2, kind: HelmChart, name: a, namespace: b} | source.toolkit.fluxcd.io/v1beta2: HelmChart b/a
            chart: {spec: {chart: c, sourceRef: {kind: HelmRepository, name: a, namespace: b}}} | source.toolkit.fluxcd.io/v1: HelmRepository b/a
            chart: {spec: {chart: c, sourceRef: {kind: GitRepository, name: a, namespace: b}}} | source.toolkit.fluxcd.io/v1: GitRepository b/a
            chartRef: {kind: OCIRepository, name: a} | -
            chart: {spec: {chart: c, sourceRef: {kind: HelmRepository, name: a}}} | -
            chart: {spec: {chart: c, sourceRef: {kind: OCIRepository, name: a, namespace: b}}} | -
            chartRef: {kind: HelmRepository, name: a, namespace: b} | -
            chartRef: {kind: HelmChart, name: ../a, namespace: b} | -
            chartRef: [] | -
            prefix: a- | -
            """)
    void chartSourceIsReadFromTheRelease(String release, String expected) {
        String found = SourceRef.ofReleases(TestYaml.object("{spec: {release: {" + release + "}}}"))
                .map(ref -> ref.apiVersion() + ": " + ref)
                .orElse("-");

        assertThat(found).isEqualTo(expected);
    }
}
