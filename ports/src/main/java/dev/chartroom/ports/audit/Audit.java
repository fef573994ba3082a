package dev.chartroom.ports.audit;

import dev.chartroom.apimachinery.audit.AuditPolicy;

/** The audit policy and the sink of the recorded events. */
public record Audit(AuditPolicy policy, AuditSink sink) {
    public static final Audit OFF = new Audit(AuditPolicy.NONE, AuditSink.NONE);

    public boolean isOff() {
        return policy.recordsNothing();
    }
}
