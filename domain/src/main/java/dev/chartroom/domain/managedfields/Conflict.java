package dev.chartroom.domain.managedfields;

import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.BoundedReport;
import java.util.List;

/** A field that is applied with another value than its manager gave it (wire contract D9). */
record Conflict(ManagerId manager, FieldPath field) {

    /** What the client is told of all of them; they come sorted by manager. */
    static ApiError error(List<Conflict> conflicts) {
        BoundedReport<ApiError.ApplyConflict.Claim> claims = BoundedReport.ofClaims();
        conflicts.forEach(conflict -> claims.add(
                () -> new ApiError.ApplyConflict.Claim(conflict.manager.inWords(), conflict.field.toString())));
        return new ApiError.ApplyConflict(claims.entries());
    }
}
