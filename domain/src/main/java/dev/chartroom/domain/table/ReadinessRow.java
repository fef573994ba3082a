package dev.chartroom.domain.table;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.SharedTexts;
import dev.chartroom.apimachinery.table.HumanDuration;
import dev.chartroom.domain.application.Application;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The row of a kind that declares no columns.
 *
 * @param ready {@code True}, {@code False} or {@code Unknown}
 * @param created the time of the creation; null before the object is stored
 * @param version the version of the chart, {@code <unknown>} if there is none
 * @param reason the reason of the condition; null if it has none. The cell is then null, as in a CRD's column whose
 *     JSONPath finds nothing
 * @param message the message of the condition; null if it has none
 */
record ReadinessRow(
        String name,
        String ready,
        @Nullable Instant created,
        String version,
        @Nullable String reason,
        @Nullable String message)
        implements TableRow {
    private static final String UNKNOWN = "<unknown>";

    /** Returns the row of an object. Rows with the same text, such as a reason, share one string. */
    static ReadinessRow of(Application application) {
        JsonObject ready = ready(application.status());
        return new ReadinessRow(
                application.metadata().name(),
                SharedTexts.shared(ready.string("status")
                        .filter(status -> !status.isEmpty())
                        .orElse("Unknown")),
                application.metadata().creationTimestamp(),
                SharedTexts.shared(version(application.status().stringOrEmpty("version"))),
                ready.string("reason").map(SharedTexts::shared).orElse(null),
                ready.string("message").orElse(null));
    }

    @Override
    public List<JsonValue> cells(Instant now) {
        return List.of(
                new JsonString(name),
                new JsonString(ready),
                new JsonString(created == null ? UNKNOWN : HumanDuration.format(Duration.between(created, now))),
                new JsonString(version),
                cell(reason),
                cell(message));
    }

    private static JsonValue cell(@Nullable String text) {
        return text == null ? JsonNull.NULL : new JsonString(text);
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

    /**
     * Returns the build in a chart's version, such as {@code 1a2b3c} in {@code 0.0.0+1a2b3c}; the whole version if it
     * has no build.
     */
    private static String version(String version) {
        String shown = version.substring(version.lastIndexOf('+') + 1);
        return shown.isEmpty() ? UNKNOWN : shown;
    }
}
