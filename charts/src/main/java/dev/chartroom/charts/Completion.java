package dev.chartroom.charts;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.charts.jsonschema.Remark;
import dev.chartroom.charts.jsonschema.Structural;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Adds missing members and descriptions to a declared schema. They are inferred from the values. */
final class Completion {
    private final List<Remark> remarks = new ArrayList<>();

    /** Returns a remark for each added member. */
    List<Remark> remarks() {
        return remarks;
    }

    /** Completes a schema; both schemas are structural. */
    JsonObject completed(JsonObject declared, JsonObject inferred, String path) {
        JsonObject completed = described(declared, inferred);
        JsonObject properties = declared.objectOrEmpty("properties");
        if (properties.isEmpty()) {
            return completed;
        }
        JsonObject.Builder members = properties.toBuilder();
        boolean open = declared.isTrue(Structural.PRESERVE_UNKNOWN_FIELDS);
        inferred.objectOrEmpty("properties").members().forEach((name, member) -> {
            String at = path.isEmpty() ? name : path + "." + name;
            Optional<JsonObject> known = properties.object(name);
            if (known.isPresent() && member instanceof JsonObject inferredMember) {
                members.put(name, completed(known.get(), inferredMember, at));
            } else if (known.isEmpty() && !open) {
                members.put(name, member);
                remarks.add(new Remark(at, "is in values.yaml and not in the schema: its type is inferred"));
            }
        });
        return completed.with("properties", members.build());
    }

    private static JsonObject described(JsonObject declared, JsonObject inferred) {
        JsonValue description = inferred.get("description");
        return description == null || declared.has("description") || declared.has("title")
                ? declared
                : JsonObject.builder()
                        .put("description", description)
                        .putAll(declared)
                        .build();
    }
}
