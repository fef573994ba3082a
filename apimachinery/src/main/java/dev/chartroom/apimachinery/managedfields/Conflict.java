package dev.chartroom.apimachinery.managedfields;

import dev.chartroom.apimachinery.managedfields.set.ManagedFieldPath;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.BoundedReport;
import java.util.List;

/** A field that an apply would change although another manager owns it (wire contract D9). */
record Conflict(ManagerId manager, ManagedFieldPath field) {

    /** Returns one error for all conflicts. The caller passes them sorted by manager. */
    static ApiError error(List<Conflict> conflicts) {
        BoundedReport<ApiError.ApplyConflict.Claim> claims = BoundedReport.ofClaims();
        conflicts.forEach(conflict -> claims.add(
                () -> new ApiError.ApplyConflict.Claim(conflict.manager.inWords(), conflict.field.toString())));
        return new ApiError.ApplyConflict(claims.entries());
    }
}
