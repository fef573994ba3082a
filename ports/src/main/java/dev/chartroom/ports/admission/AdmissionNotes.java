package dev.chartroom.ports.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;

/** The warnings and audit annotations that admission adds for a request. Not thread-safe. */
public interface AdmissionNotes {
    /** Adds a warning, which the client receives even if the request fails. */
    void warn(String warning);

    /** Adds an annotation to the audit event. It must contain no sensitive value of the object. */
    void annotate(String key, String value);

    /**
     * Adds an annotation with a patch of the object, if request bodies are recorded.
     *
     * @param annotation the members of the annotation except {@code patch}
     * @param patch the operations of the patch, which can contain any values
     */
    void annotatePatch(String key, JsonObject annotation, JsonValue patch);
}
