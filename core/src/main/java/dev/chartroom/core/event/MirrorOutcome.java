package dev.chartroom.core.event;

import java.util.Locale;

/** The fate of an Event that the mirror accepted. */
public enum MirrorOutcome {
    /** The mirrored Event was written. */
    WRITTEN,
    /** Too many Events waited. */
    QUEUE_FULL,
    /** The Application had too many Events. */
    RATE_LIMITED,
    /** The release could not be read, or the kube-apiserver rejected the mirrored Event. */
    FAILED;

    /** Returns the name in metrics. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
