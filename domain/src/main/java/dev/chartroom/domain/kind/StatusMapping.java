package dev.chartroom.domain.kind;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Maps the status of a release to that of its Application. The result has the generation that Flux observed, the
 * conditions that kstatus reads, and the fields of the definition.
 *
 * @param conditions maps the type of a condition in the release to the type that the Application shows, in addition to
 *     {@link #ALWAYS}
 * @param fields the additional fields, in order
 */
public record StatusMapping(Map<String, String> conditions, List<StatusField> fields) {
    /** The conditions of a release that kstatus reads. */
    public static final Set<String> ALWAYS = Set.of("Ready", "Reconciling", "Stalled");

    /** Fields that a definition cannot declare. */
    public static final Set<String> RESERVED = Set.of("conditions", "observedGeneration");

    /** The conditions if a definition names none. */
    public static final Map<String, String> DEFAULT_CONDITIONS = Map.of("Released", "Released");

    /** The mapping if a definition has none. */
    public static final StatusMapping DEFAULT = new StatusMapping(DEFAULT_CONDITIONS, List.of());

    public StatusMapping {
        conditions = Map.copyOf(conditions);
        fields = List.copyOf(fields);
    }

    /** Returns the status of the Application that a release stores. */
    public JsonObject of(JsonObject release) {
        JsonObject live = release.objectOrEmpty("status");
        List<JsonValue> shown = new ArrayList<>();
        for (JsonObject condition : live.arrayOrEmpty("conditions").objects()) {
            String type = condition.stringOrEmpty("type");
            String as = ALWAYS.contains(type) ? type : conditions.get(type);
            if (as != null) {
                shown.add(condition.with("type", new JsonString(as)));
            }
        }
        JsonObject.Builder status = JsonObject.builder()
                .putIfPresent("version", live.stringOrEmpty("lastAttemptedRevision"))
                .putIfPresent("observedGeneration", live.get("observedGeneration"));
        if (!shown.isEmpty()) {
            status.put("conditions", new JsonArray(shown));
        }
        for (StatusField field : fields) {
            field.in(release)
                    .ifPresentOrElse(value -> status.put(field.name(), value), () -> status.remove(field.name()));
        }
        return status.build();
    }

    /** Returns the schemas of the declared fields, by field name. */
    public JsonObject properties() {
        JsonObject.Builder properties = JsonObject.builder();
        fields.forEach(field -> properties.put(field.name(), field.schema()));
        return properties.build();
    }
}
