package dev.chartroom.ports.admission;

import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;

/**
 * The checks and changes of a write besides authorization and schema (wire contract H1 to H7). Every method throws the
 * error for a client whose request is rejected; the default methods admit everything. Thread-safe.
 */
public interface Admission {

    /** Admits everything, unchanged. */
    Admission NONE = new Admission() {};

    /**
     * Changes an object before it is validated.
     *
     * @param attributes of a create or update, with its object
     * @return the object, with defaults; the same object if nothing changed it
     */
    default JsonObject mutate(AdmissionAttributes attributes, AdmissionNotes notes) {
        return attributes.objectOrEmpty();
    }

    /**
     * Checks an object as it is going to be stored.
     *
     * @param attributes of a create or update, with its object
     */
    default void validate(AdmissionAttributes attributes, AdmissionNotes notes) {}

    /** Returns whether any check applies to deletions. If none does, the object need not be read. */
    default boolean concernsDeletionOf(ApplicationKind kind) {
        return false;
    }

    /**
     * Checks the deletion of an object.
     *
     * @param attributes with the old object
     */
    default void admitDeletion(AdmissionAttributes attributes, AdmissionNotes notes) {}
}
