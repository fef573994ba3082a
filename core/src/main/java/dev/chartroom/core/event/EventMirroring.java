package dev.chartroom.core.event;

import dev.chartroom.apimachinery.status.Excerpt;
import dev.chartroom.ports.event.ClusterEvent;
import dev.chartroom.ports.event.EventSubject;
import dev.chartroom.ports.event.MirroredEvent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Makes the mirrored Event of an Event. */
final class EventMirroring {
    /** The limit of the kube-apiserver for the message of an Event. */
    private static final int LONGEST_MESSAGE = 1024;

    private static final int LONGEST_PREFIX = 200;
    private static final int DIGEST_BYTES = 8;

    private EventMirroring() {}

    /** Returns the Event about the Application. The name is the same for each occurrence and in each replica. */
    static MirroredEvent mirrored(ClusterEvent original, EventSubject application) {
        return new MirroredEvent(
                name(original, application),
                original.uid(),
                application,
                original.type(),
                original.reason(),
                message(original),
                original.component(),
                original.occurrences());
    }

    private static String message(ClusterEvent original) {
        EventSubject subject = original.subject();
        String message = EventApplications.isRelease(subject)
                ? original.message()
                : subject.kind() + " " + subject.name() + ": " + original.message();
        return Excerpt.of(message, LONGEST_MESSAGE);
    }

    private static String name(ClusterEvent original, EventSubject application) {
        String prefix = application.name();
        prefix = prefix.substring(0, Math.min(prefix.length(), LONGEST_PREFIX)).replaceAll("[-.]+$", "");
        String identity = original.uid() + "\n" + application.uid();
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(identity.getBytes(StandardCharsets.UTF_8));
            return prefix + "." + HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
