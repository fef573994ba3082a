package dev.chartroom.conformance.cases;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.conformance.document.Yaml;
import dev.chartroom.conformance.schema.Dice;
import dev.chartroom.conformance.schema.SchemaValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Generates the life of one object from a seed: creates, updates, patches and applies, with values of a schema. */
public final class GeneratedSequence {
    /** The percentage of invalid values in a sequence with mistakes. */
    private static final int FAULT_PERCENT = 6;

    private static final String MERGE_PATCH = "application/merge-patch+json";
    private static final String APPLY_PATCH = "application/apply-patch+yaml";

    private final SchemaValues values;
    private final Function<SchemaValues, JsonObject> fields;

    private GeneratedSequence(SchemaValues values, Function<SchemaValues, JsonObject> fields) {
        this.values = values;
        this.fields = fields;
    }

    /**
     * Returns the sequence of a seed.
     *
     * @param name the name of the case
     * @param kind the kind of the case
     * @param mistakes whether some values are invalid
     * @param fields generates the fields of an object, besides its metadata
     */
    public static ParityCase of(
            String topic,
            String name,
            String kind,
            long seed,
            boolean mistakes,
            Function<SchemaValues, JsonObject> fields) {
        SchemaValues values = new SchemaValues(new Dice(seed), mistakes ? FAULT_PERCENT : 0);
        return CaseText.withSteps(topic, name, kind, new GeneratedSequence(values, fields).steps());
    }

    private List<ParityCase.Step> steps() {
        String version = ", \"resourceVersion\": \"{before:/metadata/resourceVersion}\"";
        List<ParityCase.Step> steps = new ArrayList<>();
        steps.add(step("POST {objects}?fieldManager=alice", null, object("a", "")));
        steps.add(step("POST {objects}?dryRun=All&fieldValidation=Strict", null, object("b", "")));
        steps.add(step("GET {objects}/a", null, null));
        steps.add(step("PUT {objects}/a?fieldManager=bob", null, object("a", version)));
        steps.add(step("PATCH {objects}/a", MERGE_PATCH, fields.apply(values)));
        steps.add(step("GET {objects}/a", null, null));
        steps.add(step("PATCH {objects}/a?fieldManager=carol&force=true", APPLY_PATCH, object("a", "")));
        steps.add(step("PATCH {objects}/a?fieldManager=dave", APPLY_PATCH, object("a", "")));
        steps.add(step("PUT {objects}/a?fieldValidation=Strict", null, object("a", version)));
        steps.add(step("GET {objects}/a", null, null));
        return steps;
    }

    private JsonObject object(String name, String metadata) {
        JsonObject object = (JsonObject)
                Yaml.parse("{\"apiVersion\": \"{apiVersion}\", \"kind\": \"{kind}\", \"metadata\": {\"name\": \"" + name
                        + "\"" + metadata + "}}");
        return object.toBuilder().putAll(fields.apply(values)).build();
    }

    private static ParityCase.Step step(String request, @Nullable String type, @Nullable JsonObject body) {
        int space = request.indexOf(' ');
        return new ParityCase.Step(
                request.substring(0, space),
                request.substring(space + 1),
                type == null ? Map.of() : Map.of("Content-Type", type),
                body,
                null,
                request.startsWith("GET") ? "before" : null,
                null);
    }
}
