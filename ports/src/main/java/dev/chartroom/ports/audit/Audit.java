package dev.chartroom.ports.audit;

import dev.chartroom.domain.audit.AuditPolicy;

/** What is recorded of requests, and where. */
public record Audit(AuditPolicy policy, AuditSink sink) {
    public static final Audit OFF = new Audit(AuditPolicy.NONE, AuditSink.NONE);

    public boolean isOff() {
        return policy.recordsNothing();
    }
}
