package dev.chartroom.apimachinery.managedfields;

import java.util.List;

/** Carries the conflicts of an apply to {@link ApplyOperation}, which decides whether it rejects the apply. */
final class ConflictException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Conflict> conflicts;

    ConflictException(List<Conflict> conflicts) {
        super(null, null, false, false);
        this.conflicts = List.copyOf(conflicts);
    }

    List<Conflict> conflicts() {
        return conflicts;
    }
}
