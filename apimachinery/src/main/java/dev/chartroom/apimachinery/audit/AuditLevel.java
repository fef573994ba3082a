package dev.chartroom.apimachinery.audit;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The amount of data that is recorded about a request. Each level includes the level before it. */
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

    /** Returns the level with this name, if there is one. */
    static Optional<AuditLevel> of(String name) {
        return Arrays.stream(values()).filter(level -> level.name.equals(name)).findFirst();
    }

    /** Returns whether this level records everything that the other level records. */
    public boolean includes(AuditLevel other) {
        return compareTo(other) >= 0;
    }

    @Override
    public String toString() {
        return name;
    }
}
