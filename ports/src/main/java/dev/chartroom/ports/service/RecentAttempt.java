package dev.chartroom.ports.service;

import dev.chartroom.domain.status.ApiException;
import dev.chartroom.ports.admission.AdmissionNotes;
import dev.chartroom.ports.admission.HeldNotes;
import dev.chartroom.ports.storage.StoredApplication;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What came of an attempt to change an object from what was heard of it last, which saves a read. */
sealed interface RecentAttempt {

    /** The object was still so, and is written. */
    record Done(StoredApplication written) implements RecentAttempt {}

    /** Nothing was heard of it, or somebody changed it since. */
    record Lost() implements RecentAttempt {}

    /**
     * What counts only if the object is still so, as in upstream's GuaranteedUpdate: it may not become that, or stays as it
     * is.
     *
     * @param unchanged null for a refusal
     * @param refusal null if nothing changes
     */
    record Unsettled(
            StoredApplication recent,
            HeldNotes notes,
            @Nullable StoredApplication unchanged,
            @Nullable ApiException refusal)
            implements RecentAttempt {}

    /**
     * The outcome, if the object as it is now makes it count; otherwise empty.
     *
     * @throws ApiException the refusal that counts
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
