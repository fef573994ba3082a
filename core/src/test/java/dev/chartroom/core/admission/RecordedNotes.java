package dev.chartroom.core.admission;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.ports.admission.AdmissionContext;
import dev.chartroom.ports.admission.AdmissionNotes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Records the warnings and audit annotations of admission for assertions. */
public record RecordedNotes(List<String> warnings, Map<String, String> annotations) implements AdmissionNotes {
    public RecordedNotes() {
        this(new ArrayList<>(), new LinkedHashMap<>());
    }

    /** Returns the context of a request from a fixed user, without options. */
    public AdmissionContext context() {
        return new AdmissionContext(UserInfo.of("jane", List.of("developers")), JsonObject.EMPTY, this);
    }

    @Override
    public void warn(String warning) {
        warnings.add(warning);
    }

    @Override
    public void annotate(String key, String value) {
        annotations.put(key, value);
    }

    @Override
    public void annotatePatch(String key, JsonObject annotation, JsonValue patch) {
        annotations.put(key, annotation.with("patch", patch).toString());
    }
}
