package dev.chartroom.domain.managedfields;

import dev.chartroom.domain.status.ApiError;
import java.util.List;

/** A field that is applied with another value than its manager gave it (wire contract D9). */
record Conflict(ManagerId manager, FieldPath field) {

    /** What the client is told of all of them; they come sorted by manager. */
    static ApiError error(List<Conflict> conflicts) {
        return new ApiError.ApplyConflict(conflicts.stream()
                .map(conflict ->
                        new ApiError.ApplyConflict.Claim(conflict.manager.inWords(), conflict.field.toString()))
                .toList());
    }
}
