package dev.chartroom.ports.service;

import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.admission.AdmissionNotes;
import dev.chartroom.ports.admission.HeldNotes;
import dev.chartroom.ports.storage.StoredApplication;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The result of an attempt to change an object based on its last received state, which saves a read. */
sealed interface RecentAttempt {

    /** The state was current, and the change is written. */
    record Done(StoredApplication written) implements RecentAttempt {}

    /** The object was not known, or another client has changed it since. */
    record Lost() implements RecentAttempt {}

    /**
     * A result that is valid only if the state is still current, as in apiserver's GuaranteedUpdate: a rejection, or no
     * change.
     *
     * @param unchanged null for a rejection
     * @param refusal null if nothing changes
     */
    record Unsettled(
            StoredApplication recent,
            HeldNotes notes,
            @Nullable StoredApplication unchanged,
            @Nullable ApiException refusal)
            implements RecentAttempt {}

    /**
     * Returns the result if the current object confirms it; otherwise empty.
     *
     * @throws ApiException the confirmed rejection
     */
    default Optional<StoredApplication> settled(StoredApplication now, AdmissionNotes notes) {
        if (!(this instanceof Unsettled(var recent, var held, var unchanged, var refusal))
                || !recent.metadata().resourceVersion().equals(now.metadata().resourceVersion())) {
            return Optional.empty();
        }
        held.tell(notes);
        if (refusal != null) {
            throw refusal;
        }
        return Optional.ofNullable(unchanged);
    }
}
