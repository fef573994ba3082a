package dev.chartroom.ports.event;

/**
 * An Event about an Application that repeats an Event about its release, or about an object of its release.
 *
 * @param name the name of the Event, which depends only on the original and the Application
 * @param originalUid the uid of the original
 * @param subject the Application
 * @param component the component that reported the cause
 */
public record MirroredEvent(
        String name,
        String originalUid,
        EventSubject subject,
        String type,
        String reason,
        String message,
        String component,
        Occurrences occurrences) {
    /** The controller that all mirrored Events name. */
    public static final String REPORTER = "chartroom.dev/event-mirror";
}
