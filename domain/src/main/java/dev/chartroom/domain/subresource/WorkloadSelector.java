package dev.chartroom.domain.subresource;

/**
 * Selects workloads of a release.
 *
 * @param kind the kind of the workloads
 * @param name the names of the workloads
 */
public record WorkloadSelector(WorkloadKind kind, NamePattern name) {}
