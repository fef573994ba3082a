package dev.chartroom.apimachinery.audit;

import java.util.Set;

/**
 * The audit configuration of one request.
 *
 * @param omitStages the stages for which no event is recorded
 * @param omitManagedFields whether objects are recorded without their managed fields
 */
public record RequestAuditConfig(AuditLevel level, Set<AuditStage> omitStages, boolean omitManagedFields) {
    public static final RequestAuditConfig NONE = new RequestAuditConfig(AuditLevel.NONE, Set.of(), false);

    public RequestAuditConfig {
        omitStages = Set.copyOf(omitStages);
    }
}
