package dev.chartroom.domain.evolution;

import java.util.Locale;

/** What a change of a definition may do. */
public enum Impact {
    /** Objects that exist are no longer found as objects of the kind. */
    LOSES,
    /** Clients ask for what is there no longer; the objects stay. */
    BREAKS,
    /** Objects that exist may be invalid afterwards. */
    REFUSES,
    /** Values that objects have are no longer shown. */
    HIDES,
    /** Objects show something else, such as another default. */
    SHOWS,
    /** Nothing to an object that exists. */
    ALLOWS;

    /** Whether objects that exist may be lost or invalid. */
    public boolean mayInvalidate() {
        return this == LOSES || this == REFUSES;
    }

    /** As it is written. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
