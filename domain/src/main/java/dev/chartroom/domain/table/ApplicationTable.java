package dev.chartroom.domain.table;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.json.JsonNull;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.json.JsonValue;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** How Applications of any kind are printed: NAME, READY, AGE and VERSION; REASON and MESSAGE with {@code -o wide}. */
public final class ApplicationTable {
    private static final String UNKNOWN = "<unknown>";
    private static final List<TableColumn> COLUMNS = List.of(
            new TableColumn("Name", "string", "name", "Name of the object, unique within its namespace.", 0),
            new TableColumn("Ready", "string", "", "Status of the Ready condition: True, False or Unknown.", 0),
            new TableColumn("Age", "date", "", "Time since the object was created.", 0),
            new TableColumn("Version", "string", "", "Revision of the chart that was last attempted.", 0),
            new TableColumn("Reason", "string", "", "Why the Ready condition has its status, in one word.", 1),
            new TableColumn("Message", "string", "", "Why the Ready condition has its status.", 1));

    private ApplicationTable() {}

    /** The columns, in order. */
    public static List<TableColumn> columns() {
        return COLUMNS;
    }

    /**
     * The cells of an object's row, one for each column.
     *
     * @param now what the age is counted to
     */
    public static List<JsonValue> cells(Application application, Instant now) {
        JsonObject ready = ready(application.status());
        Instant created = application.metadata().creationTimestamp();
        return List.of(
                new JsonString(application.metadata().name()),
                new JsonString(ready.string("status")
                        .filter(status -> !status.isEmpty())
                        .orElse("Unknown")),
                new JsonString(created == null ? UNKNOWN : HumanDuration.format(Duration.between(created, now))),
                new JsonString(version(application.status().stringOrEmpty("version"))),
                cell(ready.string("reason")),
                cell(ready.string("message")));
    }

    /** Null where there is nothing to show, as where the JSONPath of a CRD's column finds nothing. */
    private static JsonValue cell(Optional<String> text) {
        return text.<JsonValue>map(JsonString::new).orElse(JsonNull.NULL);
    }

    private static JsonObject ready(JsonObject status) {
        for (JsonValue value : status.arrayOrEmpty("conditions")) {
            if (value instanceof JsonObject condition
                    && condition.stringOrEmpty("type").equals("Ready")) {
                return condition;
            }
        }
        return JsonObject.EMPTY;
    }

    /** What tells two versions of a chart apart: its build, such as {@code 1a2b3c} of {@code 0.0.0+1a2b3c}. */
    private static String version(String version) {
        String shown = version.substring(version.lastIndexOf('+') + 1);
        return shown.isEmpty() ? UNKNOWN : shown;
    }
}
