package dev.chartroom.domain.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.meta.GroupVersionKind;
import dev.chartroom.apimachinery.meta.ObjectMeta;
import dev.chartroom.apimachinery.table.TableColumn;
import dev.chartroom.domain.application.Application;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ApplicationTableTest {
    private static final GroupVersionKind REDIS = new GroupVersionKind("apps.example.com", "v1alpha1", "Redis");
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    @Test
    void tableHasFourColumnsAndThreeMoreInWideOutput() {
        assertThat(ApplicationTable.columns())
                .extracting(TableColumn::name)
                .containsExactly("Name", "Ready", "Age", "Version", "Digest", "Reason", "Message");
        assertThat(ApplicationTable.columns()).extracting(TableColumn::priority).containsExactly(0, 0, 0, 0, 1, 1, 1);
        assertThat(ApplicationTable.columns().getFirst().format()).isEqualTo("name");
        assertThat(ApplicationTable.columns())
                .extracting(TableColumn::type)
                .containsExactly("string", "string", "date", "string", "string", "string", "string");
    }

    @Test
    void columnIsEncodedAsATableColumnDefinition() {
        assertThat(new TableColumn("Name", "string", "name", "The name.", 0).toJson())
                .isEqualTo(TestJson.parse(
                        "{name: 'Name', type: 'string', format: 'name', description: 'The name.', priority: 0}"));
    }

    @Test
    void rowHasTheReadyConditionAndTheVersion() {
        Application redis = application(
                NOW.minusSeconds(300),
                "{version: '0.0.0+1a2b3c', conditions: [{type: 'Released', status: 'False', reason: 'No', message: 'no'},"
                        + " {type: 'Ready', status: 'True', reason: 'InstallSucceeded', message: 'all well'}]}");

        assertThat(cells(redis))
                .containsExactly("test", "True", "5m", "0.0.0", "1a2b3c", "InstallSucceeded", "all well");
        assertThat(cells(redis)).hasSameSizeAs(ApplicationTable.columns());
    }

    @Test
    void rowWithoutStatusHasUnknownCells() {
        assertThat(cells(application(null, "{}")))
                .containsExactly("test", "Unknown", "<unknown>", "<unknown>", null, null, null);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "{conditions: 'x'}                        | Unknown",
                "{conditions: ['Ready']}                  | Unknown",
                "{conditions: [{type: 'Released', status: 'True'}]} | Unknown",
                "{conditions: [{type: 'Ready'}]}          | Unknown",
                "{conditions: [{type: 'Ready', status: ''}]} | Unknown",
                "{conditions: [{type: 'Ready', status: 'Unknown'}]} | Unknown",
                "{conditions: [{type: 'Ready', status: 'False'}]} | False",
                "{conditions: [{type: 'Suspended', status: 'True'}]} | Unknown,Suspended",
                "{conditions: [{type: 'Suspended', status: 'True'}, {type: 'Ready', status: 'True'}]} | True,Suspended",
                "{conditions: [{type: 'Suspended', status: 'False'}, {type: 'Ready', status: 'True'}]} | True",
            })
    void readyIsTheStatusOfTheReadyConditionAndNamesASuspension(String status, String ready) {
        assertThat(cells(application(NOW, status)).get(1)).isEqualTo(ready);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # attempted, installed, Released; version, digest
            1.2.3              | ''                 | True  | 1.2.3          |
            1.2.3              | ''                 | ''    | 1.2.3          |
            1.2.3              | 1.2.3              | True  | 1.2.3          |
            0.1.4+77402be30d0a | ''                 | True  | 0.1.4          | 77402be30d0a
            0.1.4+77402be30d0a | 0.1.4+77402be30d0a | True  | 0.1.4          | 77402be30d0a
            0.1.4+77402be30d0a | 0.1.4+0123456789ab | True  | 0.1.4          | 77402be30d0a
            0.3.0+77402be30d0a | 0.2.0+0123456789ab | True  | 0.2.0 -> 0.3.0 | 77402be30d0a
            0.3.0              | 0.2.0              | False | 0.2.0 -> 0.3.0 |
            0.2.0              | 0.3.0              | True  | 0.3.0 -> 0.2.0 |
            0.3.0              | ''                 | False | <unknown> -> 0.3.0 |
            ''                 | 0.2.0+77402be30d0a | True  | 0.2.0          |
            ''                 | ''                 | True  | <unknown>      |
            ''                 | ''                 | False | <unknown>      |
            4.1.0+up1.2.4      | 4.1.0+up1.2.3      | True  | 4.1.0+up1.2.3 -> 4.1.0+up1.2.4 |
            1.0.0+1a2b3c       | ''                 | True  | 1.0.0          | 1a2b3c
            1.0.0+1a2b3        | ''                 | True  | 1.0.0+1a2b3    |
            1.0.0+77402be30d0g | ''                 | True  | 1.0.0+77402be30d0g |
            1.0.0+             | ''                 | True  | 1.0.0+         |
            +77402be30d0a      | ''                 | True  | <unknown>      | 77402be30d0a
            """)
    void versionIsTheInstalledOneAndTheAttemptedOneIfItDiffers(
            String attempted, String installed, String released, String version, @Nullable String digest) {
        List<@Nullable String> cells = cells(application(
                NOW,
                "{version: '" + attempted + "', installedVersion: '" + installed
                        + "', conditions: [{type: 'Released', status: '" + released + "'}]}"));

        assertThat(cells.get(3)).isEqualTo(version);
        assertThat(cells.get(4)).isEqualTo(digest);
    }

    private static List<@Nullable String> cells(Application application) {
        List<@Nullable String> cells = new ArrayList<>();
        for (JsonValue cell :
                TableLayout.of(List.of()).row(application, application.toJson()).cells(NOW)) {
            cells.add(cell instanceof JsonString(String text) ? text : null);
        }
        return cells;
    }

    private static Application application(@Nullable Instant created, String status) {
        ObjectMeta metadata = ObjectMeta.builder()
                .name("test")
                .namespace("team")
                .creationTimestamp(created)
                .build();
        return new Application(REDIS, metadata, JsonObject.EMPTY, TestJson.object(status));
    }
}
