package dev.chartroom.ports.audit;

import dev.chartroom.apimachinery.audit.AuditEvent;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A sink that keeps the events for the test. */
public final class RecordedAudit implements AuditSink {
    private final Queue<AuditEvent> events = new ConcurrentLinkedQueue<>();
    private final long lost;

    /** @param lost the reported number of lost events */
    public RecordedAudit(long lost) {
        this.lost = lost;
    }

    /** Returns the recorded events so far, in their order. */
    public List<AuditEvent> events() {
        return List.copyOf(events);
    }

    @Override
    public void record(AuditEvent event) {
        events.add(event);
    }

    @Override
    public long lost() {
        return lost;
    }

    @Override
    public void close() {}
}
