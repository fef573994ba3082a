package dev.chartroom.domain.audit;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** How far a request had got when an event was made of it. */
public enum AuditStage {
    REQUEST_RECEIVED("RequestReceived"),
    /** Of watches, and of requests from nobody who is known. */
    RESPONSE_STARTED("ResponseStarted"),
    RESPONSE_COMPLETE("ResponseComplete"),
    PANIC("Panic");

    static final List<String> NAMES =
            Arrays.stream(values()).map(AuditStage::toString).toList();

    private final String name;

    AuditStage(String name) {
        this.name = name;
    }

    /** The stage of this name, if there is one. */
    static Optional<AuditStage> of(String name) {
        return Arrays.stream(values()).filter(stage -> stage.name.equals(name)).findFirst();
    }

    @Override
    public String toString() {
        return name;
    }
}
