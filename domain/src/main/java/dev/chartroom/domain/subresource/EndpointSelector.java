package dev.chartroom.domain.subresource;

/**
 * Selects endpoints of a release.
 *
 * @param kind the kind of the objects
 * @param name the names of the objects
 */
public record EndpointSelector(EndpointKind kind, NamePattern name) {}
