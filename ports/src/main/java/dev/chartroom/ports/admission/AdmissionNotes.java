package dev.chartroom.ports.admission;

import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;

/** What admission has to say of a request besides yes or no. One thread at a time. */
public interface AdmissionNotes {
    /** Adds a sentence that the client is to be warned with, also where the request fails. */
    void warn(String warning);

    /** Adds an annotation to the audit event. It must hold no sensitive value of the object. */
    void annotate(String key, String value);

    /**
     * Adds an annotation with a patch of the object, where the bodies of requests are recorded.
     *
     * @param annotation what is said beside {@code patch}
     * @param patch its operations, whatever values they hold
     */
    void annotatePatch(String key, JsonObject annotation, JsonValue patch);
}
