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
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The row of a kind that declares no columns.
 *
 * @param ready {@code True}, {@code False} or {@code Unknown}, and {@code ,Suspended} if the object is suspended
 * @param created the time of the creation; null before the object is stored
 * @param version the version of the chart, {@code <unknown>} if there is none
 * @param digest the digest in the attempted version; null if it has none. The cell is then null, as in a CRD's column
 *     whose JSONPath finds nothing
 * @param reason the reason of the condition; null if it has none
 * @param message the message of the condition; null if it has none
 */
record ReadinessRow(
        String name,
        String ready,
        @Nullable Instant created,
        String version,
        @Nullable String digest,
        @Nullable String reason,
        @Nullable String message)
        implements TableRow {
    private static final String UNKNOWN = "<unknown>";

    /** Flux records twelve digits of a digest. Other programs record a commit, with as few as seven or six. */
    private static final int FEWEST_DIGITS = 6;

    /** Returns the row of an object. Rows with the same text, such as a reason, share one string. */
    static ReadinessRow of(Application application) {
        JsonObject status = application.status();
        JsonObject ready = condition(status, "Ready");
        return new ReadinessRow(
                application.metadata().name(),
                SharedTexts.shared(ready(ready, condition(status, "Suspended"))),
                application.metadata().creationTimestamp(),
                SharedTexts.shared(version(status)),
                digest(status.stringOrEmpty("version")),
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
                cell(digest),
                cell(reason),
                cell(message));
    }

    private static JsonValue cell(@Nullable String text) {
        return text == null ? JsonNull.NULL : new JsonString(text);
    }

    private static JsonObject condition(JsonObject status, String type) {
        for (JsonValue value : status.arrayOrEmpty("conditions")) {
            if (value instanceof JsonObject condition
                    && condition.stringOrEmpty("type").equals(type)) {
                return condition;
            }
        }
        return JsonObject.EMPTY;
    }

    private static boolean isStatus(JsonObject status, String type, String expected) {
        return condition(status, type).stringOrEmpty("status").equals(expected);
    }

    private static String ready(JsonObject ready, JsonObject suspended) {
        String status = ready.stringOrEmpty("status");
        String shown = status.isEmpty() ? "Unknown" : status;
        return suspended.stringOrEmpty("status").equals("True") ? shown + ",Suspended" : shown;
    }

    /**
     * Returns the installed version, and the attempted version if it differs in more than the digest. If a rollout
     * failed and the status does not name the installed version, that version is unknown.
     */
    private static String version(JsonObject status) {
        String attempted = withoutDigest(status.stringOrEmpty("version"));
        String installed = withoutDigest(status.stringOrEmpty("installedVersion"));
        if (installed.isEmpty() && isStatus(status, "Released", "False") && !isStatus(status, "Ready", "True")) {
            installed = UNKNOWN;
        }
        if (installed.isEmpty() || installed.equals(attempted)) {
            return attempted.isEmpty() ? UNKNOWN : attempted;
        }
        return attempted.isEmpty() ? installed : installed + " -> " + attempted;
    }

    /** Returns the part of a version before the digest, such as {@code 1.2.0} of {@code 1.2.0+77402be30d0a}. */
    private static String withoutDigest(String version) {
        int plus = plusOfDigest(version);
        return plus < 0 ? version : version.substring(0, plus);
    }

    /** Returns the digest of the chart; null if the version has none. */
    private static @Nullable String digest(String version) {
        int plus = plusOfDigest(version);
        return plus < 0 ? null : SharedTexts.shared(version.substring(plus + 1));
    }

    /** Returns the index before the digest, or -1. A build such as {@code up1.2.3} belongs to the version of the chart. */
    private static int plusOfDigest(String version) {
        int plus = version.indexOf('+');
        int digits = version.length() - plus - 1;
        return plus >= 0
                        && digits >= FEWEST_DIGITS
                        && version.chars().skip(plus + 1L).allMatch(HexFormat::isHexDigit)
                ? plus
                : -1;
    }
}
