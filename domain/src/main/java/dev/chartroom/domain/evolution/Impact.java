package dev.chartroom.domain.evolution;

import java.util.Locale;

/** The possible effect of a change of a definition. */
public enum Impact {
    /** Existing objects are no longer found as objects of the kind. */
    LOSES,
    /** Clients use names or versions that no longer exist; the objects stay. */
    BREAKS,
    /** Existing objects may become invalid. */
    REFUSES,
    /** Values of existing objects are no longer shown. */
    HIDES,
    /** Existing objects show other values, such as another default. */
    SHOWS,
    /** No effect on existing objects. */
    ALLOWS;

    /** Returns whether existing objects may be lost or become invalid. */
    public boolean mayInvalidate() {
        return this == LOSES || this == REFUSES;
    }

    /** Returns the impact as text for output. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
