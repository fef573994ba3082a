package dev.chartroom.charts.values;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.charts.jsonschema.Remark;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The hints in the comments of a file. The first hint for a value takes precedence. */
final class Hints {
    private final Map<JsonPointer, Hint> hints = new LinkedHashMap<>();
    private final Set<Remark> remarks = new LinkedHashSet<>();
    private JsonObject definitions = JsonObject.EMPTY;

    Hint of(JsonPointer pointer) {
        return hints.getOrDefault(pointer, Hint.NONE);
    }

    void add(JsonPointer pointer, Hint hint) {
        hints.merge(pointer, hint, Hint::or);
    }

    /** Returns the named types, to which hints refer by {@code #/$defs/}. */
    JsonObject definitions() {
        return definitions;
    }

    void define(JsonObject types) {
        definitions = types;
    }

    void remark(String path, String sentence) {
        remarks.add(new Remark(path, sentence));
    }

    List<Remark> remarks() {
        return List.copyOf(remarks);
    }
}
