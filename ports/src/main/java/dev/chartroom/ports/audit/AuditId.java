package dev.chartroom.ports.audit;

import java.util.Optional;

/**
 * The id of the request that a thread is at. What is asked upstream for the request carries it, so that the logs of all
 * servers speak of it by one name (wire contract I2).
 */
public final class AuditId {
    /** The header that names it. */
    public static final String HEADER = "Audit-Id";

    private static final ScopedValue<String> CURRENT = ScopedValue.newInstance();

    private AuditId() {}

    /** Does what a request asks for, on this thread. */
    public static void during(String id, Runnable request) {
        ScopedValue.where(CURRENT, id).run(request);
    }

    /** That of the request which this thread is at; none on a thread that serves no request, or several. */
    public static Optional<String> current() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }
}
