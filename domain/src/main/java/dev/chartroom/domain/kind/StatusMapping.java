package dev.chartroom.domain.kind;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.domain.progress.InstalledVersion;
import dev.chartroom.domain.progress.ReleaseProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongUnaryOperator;

/**
 * Maps the status of a release to that of its Application. The result has the versions of the chart, the generation
 * that Flux observed, the conditions that kstatus reads, and the fields of the definition.
 *
 * @param conditions maps the type of a condition in the release to the type that the Application shows, in addition to
 *     {@link #ALWAYS}
 * @param fields the additional fields, in order
 * @param stalledAfter the number of failures of one generation after which the Application is stalled; 0 for never
 */
public record StatusMapping(Map<String, String> conditions, List<StatusField> fields, long stalledAfter) {
    /** The conditions that an Application always shows: those that kstatus reads, and that of a suspension. */
    public static final Set<String> ALWAYS = Set.of("Ready", "Reconciling", "Stalled", ReleaseProgress.SUSPENDED);

    /** Fields that a definition cannot declare. */
    public static final Set<String> RESERVED = Set.of("conditions", "observedGeneration");

    /** The conditions if a definition names none. */
    public static final Map<String, String> DEFAULT_CONDITIONS = Map.of("Released", "Released");

    /** The number of failures if a definition has none. */
    public static final long DEFAULT_STALLED_AFTER = 10;

    /** The mapping if a definition has none. */
    public static final StatusMapping DEFAULT = new StatusMapping(DEFAULT_CONDITIONS, List.of(), DEFAULT_STALLED_AFTER);

    private static final String VERSION = "version";
    private static final String INSTALLED_VERSION = "installedVersion";

    public StatusMapping {
        conditions = Map.copyOf(conditions);
        fields = List.copyOf(fields);
    }

    /** Returns the status of the Application that a release stores. */
    public JsonObject of(JsonObject release) {
        return of(release, LongUnaryOperator.identity());
    }

    /**
     * Returns the status of the Application of a release. Its generations are those of the release, except in messages.
     *
     * @param generations maps a generation of the release to that of the Application; below 0 if it is unknown
     */
    public JsonObject of(JsonObject release, LongUnaryOperator generations) {
        JsonObject live = release.objectOrEmpty("status");
        ReleaseProgress progress = ReleaseProgress.of(release, stalledAfter, generations);
        List<JsonValue> mapped = mapped(progress.conditions());
        JsonObject.Builder status =
                JsonObject.builder().putIfPresent(VERSION, live.stringOrEmpty("lastAttemptedRevision"));
        if (hasInstalledVersion()) {
            status.putIfPresent(INSTALLED_VERSION, InstalledVersion.in(live));
        }
        status.putIfPresent("observedGeneration", progress.observedGeneration());
        if (!mapped.isEmpty()) {
            status.put("conditions", new JsonArray(mapped));
        }
        for (StatusField field : fields) {
            field.in(release)
                    .ifPresentOrElse(value -> status.put(field.name(), value), () -> status.remove(field.name()));
        }
        return status.build();
    }

    private List<JsonValue> mapped(List<JsonObject> live) {
        List<JsonValue> mapped = new ArrayList<>(live.size());
        for (JsonObject condition : live) {
            String type = condition.stringOrEmpty("type");
            String as = ALWAYS.contains(type) ? type : conditions.get(type);
            if (as != null) {
                mapped.add(as.equals(type) ? condition : condition.with("type", new JsonString(as)));
            }
        }
        return mapped;
    }

    /** A declared version need not be one of the chart, so the chart's installed version would not belong to it. */
    private boolean hasInstalledVersion() {
        for (StatusField field : fields) {
            if (field.name().equals(VERSION)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the schemas of all fields of a status.
     *
     * @param always the schemas of the fields that every status has, by field name
     */
    public JsonObject properties(JsonObject always) {
        JsonObject.Builder properties = always.toBuilder();
        if (!hasInstalledVersion()) {
            properties.remove(INSTALLED_VERSION);
        }
        fields.forEach(field -> properties.put(field.name(), field.schema()));
        return properties.build();
    }
}
