package dev.chartroom.ports.event;

/**
 * An Event of the cluster. If its cause occurs again, the same Event changes: it keeps its uid.
 *
 * @param subject the object that the Event is about, in the namespace of the Event
 * @param type such as {@code Normal}
 * @param component the component that reported the cause, such as {@code helm-controller}
 * @param reporter the name of the controller that wrote the Event; empty for many Events
 */
public record ClusterEvent(
        String uid,
        EventSubject subject,
        String type,
        String reason,
        String message,
        String component,
        String reporter,
        Occurrences occurrences) {}
