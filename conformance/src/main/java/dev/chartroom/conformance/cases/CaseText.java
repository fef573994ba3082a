package dev.chartroom.conformance.cases;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.List;

/** Writes cases, so that a generated case becomes a file that can be run again. */
public final class CaseText {
    private CaseText() {}

    /** Returns a case with these steps, as if it had been read from a file. */
    public static ParityCase withSteps(String topic, String name, String kind, List<ParityCase.Step> steps) {
        JsonObject source = JsonObject.builder()
                .put("name", name)
                .put("kind", kind)
                .put(
                        "steps",
                        new JsonArray(
                                steps.stream().<JsonValue>map(CaseText::step).toList()))
                .build();
        return new ParityCase(topic, name, "", kind, steps, source);
    }

    /** Returns the case as a document of a case file. */
    public static String of(ParityCase parityCase) {
        StringBuilder text =
                new StringBuilder("name: " + parityCase.name() + "\nkind: " + parityCase.kind() + "\nsteps:\n");
        for (ParityCase.Step step : parityCase.steps()) {
            String mark = "  - ";
            for (var field : step(step).members().entrySet()) {
                // JSON is YAML, but a request is easier to read without quotes, and its first letters allow that
                String value = field.getKey().equals("request")
                        ? step.request()
                        : field.getValue().toString();
                text.append(mark)
                        .append(field.getKey())
                        .append(": ")
                        .append(value)
                        .append('\n');
                mark = "    ";
            }
        }
        return text.toString();
    }

    private static JsonObject step(ParityCase.Step step) {
        JsonObject.Builder headers = JsonObject.builder();
        step.headers()
                .forEach((name, value) -> headers.put(name, value == null ? JsonNull.NULL : new JsonString(value)));
        JsonObject.Builder written = JsonObject.builder().put("request", step.request());
        if (!step.headers().isEmpty()) {
            written.put("headers", headers.build());
        }
        return written.putIfPresent("body", step.body())
                .putIfPresent("raw", step.raw())
                .putIfPresent("as", step.as())
                .build();
    }
}
