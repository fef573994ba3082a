package dev.chartroom.adapters.cel.admission;

import dev.chartroom.adapters.cel.value.CelError;
import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.adapters.cel.value.CelNull;
import dev.chartroom.adapters.cel.value.ListValue;
import dev.chartroom.adapters.cel.value.Types;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.admission.AdmissionExpressions.Outcome;
import java.util.ArrayList;
import java.util.List;

/** Converts the value of an expression to an outcome of admission. */
final class Outcomes {
    private static final String MISMATCH = "type mismatch: ";
    private static final String NO_JSON =
            "JSONPath valueExpression evaluated to a type that could not marshal to JSON: ";

    private Outcomes() {}

    /** @param expression the source, for error messages */
    static Outcome of(Object value, String expression) {
        return switch (value) {
            case CelError(String message) ->
                new Outcome.Failed("expression '" + expression + "' resulted in error: " + message);
            case Boolean holds -> new Outcome.Truth(holds);
            case String text -> new Outcome.Text(text);
            case CelNull _ -> new Outcome.Null();
            case ObjectValue object -> configuration(object);
            case ListValue list -> operations(list);
            default -> new Outcome.Other(Types.of(value).name());
        };
    }

    private static Outcome configuration(ObjectValue object) {
        List<String> mismatches = object.mismatches();
        if (!mismatches.isEmpty()) {
            return new Outcome.Failed(MISMATCH + String.join("\n", mismatches));
        }
        try {
            return new Outcome.Configuration(ConfigurationJson.of(object));
        } catch (CelFailure e) {
            return new Outcome.Failed(String.valueOf(e.getMessage()));
        }
    }

    private static Outcome operations(ListValue list) {
        List<JsonObject> operations = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            if (!(list.get(i) instanceof JsonPatchValue patch)) {
                return new Outcome.Other(Types.of(list).name());
            }
            if (patch.value() instanceof ObjectValue object
                    && !object.mismatches().isEmpty()) {
                return new Outcome.Failed(MISMATCH + String.join("\n", object.mismatches()));
            }
            try {
                operations.add(operation(patch));
            } catch (CelFailure e) {
                return new Outcome.Failed(NO_JSON + e.getMessage());
            }
        }
        return new Outcome.Operations(operations);
    }

    private static JsonObject operation(JsonPatchValue patch) {
        JsonObject.Builder operation = JsonObject.builder()
                .put("op", patch.op())
                .put("path", patch.path())
                .putIfPresent("from", patch.from());
        return patch.value() == null
                ? operation.build()
                : operation.put("value", PatchJson.of(patch.value())).build();
    }
}
