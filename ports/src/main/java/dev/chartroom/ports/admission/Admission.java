package dev.chartroom.ports.admission;

import dev.chartroom.domain.admission.AdmissionAttributes;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.kind.ApplicationKind;

/**
 * Who has a say in a write besides its user and its schema (wire contract H1 to H7). Every method throws what the client
 * gets whose request is refused; what is not implemented admits everything. Thread-safe.
 */
public interface Admission {

    /** Everything is admitted, as it is. */
    Admission NONE = new Admission() {};

    /**
     * Lets an object be changed before it is validated.
     *
     * @param attributes of a create or update, with its object
     * @return the object as it goes on, with defaults; the very same where nobody changed it
     */
    default JsonObject mutate(AdmissionAttributes attributes, AdmissionNotes notes) {
        return attributes.objectOrEmpty();
    }

    /**
     * Asks about an object as it is going to be stored.
     *
     * @param attributes of a create or update, with its object
     */
    default void validate(AdmissionAttributes attributes, AdmissionNotes notes) {}

    /** Whether anybody wants to be asked about deletions: the object need not be read where nobody does. */
    default boolean concernsDeletionOf(ApplicationKind kind) {
        return false;
    }

    /**
     * Asks about an object that is to be deleted.
     *
     * @param attributes with the old object
     */
    default void admitDeletion(AdmissionAttributes attributes, AdmissionNotes notes) {}
}
