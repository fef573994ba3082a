package dev.chartroom.ports.audit;

import dev.chartroom.domain.audit.AuditEvent;

/** Takes the events of requests. Thread-safe. */
public interface AuditSink extends AutoCloseable {
    /** Of a program that records nothing. */
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

    /** Records an event. May have the request wait where events come faster than they can be recorded; never fails. */
    void record(AuditEvent event);

    /** How many events could not be recorded so far. */
    long lost();

    /** Finishes what is begun; no event comes after that. */
    @Override
    void close();
}
