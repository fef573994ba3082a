package dev.chartroom.domain.audit;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** How much is recorded of a request, each level with all of the one before. */
public enum AuditLevel {
    NONE("None"),
    METADATA("Metadata"),
    REQUEST("Request"),
    REQUEST_RESPONSE("RequestResponse");

    static final List<String> NAMES =
            Arrays.stream(values()).map(AuditLevel::toString).toList();

    private final String name;

    AuditLevel(String name) {
        this.name = name;
    }

    /** The level of this name, if there is one. */
    static Optional<AuditLevel> of(String name) {
        return Arrays.stream(values()).filter(level -> level.name.equals(name)).findFirst();
    }

    /** True where what the other level records is recorded. */
    public boolean includes(AuditLevel other) {
        return compareTo(other) >= 0;
    }

    @Override
    public String toString() {
        return name;
    }
}
