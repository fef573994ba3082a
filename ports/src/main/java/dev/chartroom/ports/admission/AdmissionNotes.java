package dev.chartroom.ports.admission;

/** What admission has to say of a request besides yes or no. One thread at a time. */
public interface AdmissionNotes {
    /** Adds a sentence that the client is to be warned with, also where the request fails. */
    void warn(String warning);

    /** Adds an annotation to the audit event. It must hold no sensitive value of the object. */
    void annotate(String key, String value);
}
