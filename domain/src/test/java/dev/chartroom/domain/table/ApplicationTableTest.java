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
    void tableHasFourColumnsAndTwoMoreInWideOutput() {
        assertThat(ApplicationTable.columns())
                .extracting(TableColumn::name)
                .containsExactly("Name", "Ready", "Age", "Version", "Reason", "Message");
        assertThat(ApplicationTable.columns()).extracting(TableColumn::priority).containsExactly(0, 0, 0, 0, 1, 1);
        assertThat(ApplicationTable.columns().getFirst().format()).isEqualTo("name");
        assertThat(ApplicationTable.columns())
                .extracting(TableColumn::type)
                .containsExactly("string", "string", "date", "string", "string", "string");
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

        assertThat(cells(redis)).containsExactly("test", "True", "5m", "1a2b3c", "InstallSucceeded", "all well");
        assertThat(cells(redis)).hasSameSizeAs(ApplicationTable.columns());
    }

    @Test
    void rowWithoutStatusHasUnknownCells() {
        assertThat(cells(application(null, "{}")))
                .containsExactly("test", "Unknown", "<unknown>", "<unknown>", null, null);
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
            })
    void readyIsTheStatusOfTheReadyCondition(String status, String ready) {
        assertThat(cells(application(NOW, status)).get(1)).isEqualTo(ready);
    }

    @ParameterizedTest
    @CsvSource({
        "1.2.3, 1.2.3",
        "0.1.4+abcdef, abcdef",
        "1.0.0+a+b, b",
        "'', <unknown>",
        "1.0.0+, <unknown>",
    })
    void versionCellHasThePartAfterTheLastPlus(String version, String shown) {
        assertThat(cells(application(NOW, "{version: '" + version + "'}")).get(3))
                .isEqualTo(shown);
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
