package dev.chartroom.core.write;

import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.core.admission.BufferedNotes;
import dev.chartroom.ports.admission.AdmissionNotes;
import dev.chartroom.ports.storage.StoredApplication;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The result of an attempt to change an object. The attempt saves a read, because it is based on the state that the
 * store received last.
 */
sealed interface RecentAttempt {

    /** The state was current, and the store has written the change. */
    record Done(StoredApplication written) implements RecentAttempt {}

    /** The store had no state of the object, or another client has changed the object since. */
    record NoResult() implements RecentAttempt {}

    /**
     * A result that is valid only if the state is still current, as in apiserver's GuaranteedUpdate. Either the change
     * was rejected, or it changes nothing.
     *
     * @param unchanged the object that the write would not change; null if the change was rejected
     * @param refusal the error with which the change was rejected; null if the change was not rejected
     */
    record Provisional(
            StoredApplication recent,
            BufferedNotes notes,
            @Nullable StoredApplication unchanged,
            @Nullable ApiException refusal)
            implements RecentAttempt {}

    /**
     * Returns the unchanged object if the attempt was based on the current state; otherwise empty.
     *
     * @throws ApiException the rejection, if the attempt was based on the current state
     */
    default Optional<StoredApplication> resultFor(StoredApplication now, AdmissionNotes notes) {
        if (!(this instanceof Provisional(var recent, var attemptNotes, var unchanged, var refusal))
                || !recent.metadata().resourceVersion().equals(now.metadata().resourceVersion())) {
            return Optional.empty();
        }
        attemptNotes.replayTo(notes);
        if (refusal != null) {
            throw refusal;
        }
        return Optional.ofNullable(unchanged);
    }
}
