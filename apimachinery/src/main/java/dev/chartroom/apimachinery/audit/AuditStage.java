package dev.chartroom.apimachinery.audit;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The stage of a request at which an event is recorded. */
public enum AuditStage {
    REQUEST_RECEIVED("RequestReceived"),
    /** Only recorded for watches and for unauthenticated requests. */
    RESPONSE_STARTED("ResponseStarted"),
    RESPONSE_COMPLETE("ResponseComplete"),
    PANIC("Panic");

    static final List<String> NAMES =
            Arrays.stream(values()).map(AuditStage::toString).toList();

    private final String name;

    AuditStage(String name) {
        this.name = name;
    }

    /** Returns the stage with this name, if there is one. */
    static Optional<AuditStage> of(String name) {
        return Arrays.stream(values()).filter(stage -> stage.name.equals(name)).findFirst();
    }

    @Override
    public String toString() {
        return name;
    }
}
