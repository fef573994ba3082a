package dev.chartroom.domain.audit;

import java.util.Set;

/**
 * What a policy says of one request.
 *
 * @param omitStages the stages of which there are no events
 * @param omitManagedFields true where objects are recorded without their managed fields
 */
public record RequestAuditConfig(AuditLevel level, Set<AuditStage> omitStages, boolean omitManagedFields) {
    public static final RequestAuditConfig NONE = new RequestAuditConfig(AuditLevel.NONE, Set.of(), false);

    public RequestAuditConfig {
        omitStages = Set.copyOf(omitStages);
    }
}
