package dev.chartroom.domain.managedfields;

import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.StatusCause;
import dev.chartroom.domain.status.StatusReason;
import java.util.ArrayList;
import java.util.List;

/** A field that is applied with another value than its manager gave it (wire contract D9). */
record Conflict(ManagerId manager, FieldPath field) {

    /** What the client is told of all of them; they come sorted by manager. */
    static ApiError error(List<Conflict> conflicts) {
        return new ApiError.Plain(StatusReason.CONFLICT, message(conflicts), causes(conflicts), 0);
    }

    private static List<StatusCause> causes(List<Conflict> conflicts) {
        return conflicts.stream()
                .map(conflict -> new StatusCause(
                        "FieldManagerConflict",
                        "conflict with " + conflict.manager.inWords(),
                        conflict.field.toString()))
                .toList();
    }

    private static String message(List<Conflict> conflicts) {
        if (conflicts.size() == 1) {
            Conflict only = conflicts.getFirst();
            return "Apply failed with 1 conflict: conflict with " + only.manager.inWords() + ": " + only.field;
        }
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < conflicts.size(); i++) {
            Conflict conflict = conflicts.get(i);
            if (i == 0 || !conflict.manager.equals(conflicts.get(i - 1).manager)) {
                lines.add("conflicts with " + conflict.manager.inWords() + ":");
            }
            lines.add("- " + conflict.field);
        }
        return "Apply failed with " + conflicts.size() + " conflicts: " + String.join("\n", lines);
    }
}
