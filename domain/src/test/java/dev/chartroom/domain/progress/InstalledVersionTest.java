package dev.chartroom.domain.progress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.TestJson;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InstalledVersionTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                                                                                       | ``
            {history: 'x'}                                                                                           | ``
            {history: ['x', {status: 'deployed', chartVersion: '1.0.0+a'}]}                                          | 1.0.0+a
            {history: [{version: 2, status: 'failed', chartVersion: '2'}, {version: 1, status: 'deployed', chartVersion: '1'}]}     | 1
            {history: [{version: 2, status: 'failed', chartVersion: '2'}, {version: 1, status: 'superseded', chartVersion: '1'}]}   | 1
            {history: [{version: 1, status: 'superseded', chartVersion: '1'}, {version: 2, status: 'superseded', chartVersion: '2'}]} | 2
            {history: [{version: 3, status: 'superseded', chartVersion: '3'}, {version: 2, status: 'deployed', chartVersion: '2'}]} | 2
            {history: [{version: 1, status: 'failed', chartVersion: '1'}]}                                           | ``
            {history: [{version: 1, status: 'uninstalled', chartVersion: '1'}]}                                      | ``
            {history: [{version: 2, status: 'uninstalled', chartVersion: '2'}, {version: 1, status: 'deployed', chartVersion: '1'}]} | ``
            {history: [{version: 2, status: 'uninstalling', chartVersion: '2'}, {version: 1, status: 'superseded', chartVersion: '1'}]} | 2
            {history: [{version: 2, status: 'pending-upgrade', chartVersion: '2'}, {version: 1, status: 'deployed', chartVersion: '1'}]} | 1
            {history: [{version: 6, status: 'failed', chartVersion: '2'}, {version: 5, status: 'failed', chartVersion: '2'}]} | ``
            """)
    void deployedRevisionIsInstalledUnlessANewerOneWasUninstalled(String status, String version) {
        assertThat(InstalledVersion.in(TestJson.object(status))).isEqualTo(version);
    }
}
