package dev.chartroom.ports.audit;

import dev.chartroom.apimachinery.audit.AuditEvent;

/** Records the audit events of requests. Thread-safe. */
public interface AuditSink extends AutoCloseable {
    /** A sink that records nothing. */
    AuditSink NONE = new AuditSink() {
        @Override
        public void record(AuditEvent event) {}

        @Override
        public long lost() {
            return 0;
        }

        @Override
        public void close() {}
    };

    /** Records an event; never fails. Can block the request if events arrive faster than the sink can record them. */
    void record(AuditEvent event);

    /** Returns the number of events that could not be recorded so far. */
    long lost();

    /** Finishes pending work. The caller records no event afterwards. */
    @Override
    void close();
}
