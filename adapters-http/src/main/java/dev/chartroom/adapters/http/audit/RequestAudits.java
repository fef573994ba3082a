package dev.chartroom.adapters.http.audit;

import dev.chartroom.adapters.json.JacksonCodec;
import dev.chartroom.apimachinery.audit.RequestOrigin;
import dev.chartroom.ports.audit.Audit;
import java.time.Clock;
import java.util.function.Supplier;

/** Begins the audit of requests. */
public final class RequestAudits {
    /** The audit of a request that is not recorded. */
    public static final RequestAudit OFF = new UnrecordedRequest();

    private final Audit audit;
    private final boolean off;
    private final Clock clock;
    private final Runnable counter;
    private final JacksonCodec codec = JacksonCodec.ofStored();

    /** @param counter called for every event */
    public RequestAudits(Audit audit, Clock clock, Runnable counter) {
        this.audit = audit;
        this.off = audit.isOff();
        this.clock = clock;
        this.counter = counter;
    }

    /**
     * Begins the audit of a request.
     *
     * @param origin returns the origin of the request; called only if there is something to record
     */
    public RequestAudit begin(String auditId, Supplier<RequestOrigin> origin) {
        return off ? OFF : new RecordedRequest(audit, new Events(auditId, clock, counter, audit.sink()), origin, codec);
    }
}
