package dev.chartroom.ports.admission;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.kind.ApplicationKind;

/**
 * Checks and changes the objects of writes, in addition to authorization and schema validation (wire contract H1 to
 * H7). If a method rejects a request, it throws the error that the client receives. The default methods admit
 * everything. Thread-safe.
 */
public interface Admission {

    /** Admits everything, unchanged. */
    Admission NONE = new Admission() {};

    /**
     * Changes an object before it is validated.
     *
     * @param attributes the attributes of a create or update, with the object
     * @return the object, with defaults; the same object if it was not changed
     */
    default JsonObject mutate(AdmissionAttributes attributes, AdmissionNotes notes) {
        return attributes.objectOrEmpty();
    }

    /**
     * Checks an object in the form in which it is going to be stored.
     *
     * @param attributes the attributes of a create or update, with the object
     */
    default void validate(AdmissionAttributes attributes, AdmissionNotes notes) {}

    /**
     * Returns whether any check applies to deletions of objects of a kind. If no check applies, the caller need not
     * read the object.
     */
    default boolean concernsDeletionOf(ApplicationKind kind) {
        return false;
    }

    /**
     * Checks the deletion of an object.
     *
     * @param attributes the attributes of the deletion, with the old object
     */
    default void admitDeletion(AdmissionAttributes attributes, AdmissionNotes notes) {}
}
