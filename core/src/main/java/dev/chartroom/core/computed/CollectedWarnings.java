package dev.chartroom.core.computed;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.ports.admission.AdmissionNotes;
import java.util.ArrayList;
import java.util.List;

/** Collects the warnings of a dry run as a part of the answer. Its audit annotations belong to no request, so it drops them. */
final class CollectedWarnings implements AdmissionNotes {
    private final List<String> warnings = new ArrayList<>();

    List<String> all() {
        return List.copyOf(warnings);
    }

    @Override
    public void warn(String warning) {
        warnings.add(warning);
    }

    @Override
    public void annotate(String key, String value) {}

    @Override
    public void annotatePatch(String key, JsonObject annotation, JsonValue patch) {}
}
