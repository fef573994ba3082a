package dev.chartroom.ports.audit;

import java.util.Optional;

/**
 * The id of the request that the current thread processes. If Chartroom sends other requests upstream for this request,
 * they carry the same id. The logs of all servers then contain this id (wire contract I2).
 */
public final class AuditId {
    /** The header that carries the id. */
    public static final String HEADER = "Audit-Id";

    private static final ScopedValue<String> CURRENT = ScopedValue.newInstance();

    private AuditId() {}

    /** Runs a request on this thread. */
    public static void during(String id, Runnable request) {
        ScopedValue.where(CURRENT, id).run(request);
    }

    /**
     * Returns the id of the current thread's request; empty on a thread that serves no request, or more than one
     * request.
     */
    public static Optional<String> current() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }
}
