package dev.chartroom.ports.placement;

import java.util.Arrays;
import java.util.Optional;

/**
 * The place of a kind's objects.
 *
 * @param store the name of the store
 * @param phase the operations that are possible there
 * @param since the number of the placements that introduced it, which distinguishes one pause from another
 */
public record Placement(String store, Phase phase, long since) {

    /** The possible operations on a kind's objects. */
    public enum Phase {
        /** The store serves reads and writes. */
        SETTLED("Settled"),
        /** The store serves reads, and no one writes, because a migration copies the objects. */
        PAUSED("Paused"),
        /** The store serves reads. It is a new store for the objects, and no one writes yet. */
        MOVED("Moved");

        private final String wireName;

        Phase(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }

        /** Returns the phase of that name; empty if there is none. */
        public static Optional<Phase> ofWireName(String name) {
            return Arrays.stream(values())
                    .filter(phase -> phase.wireName.equals(name))
                    .findFirst();
        }
    }

    /** Returns whether objects may be written. */
    public boolean isOpen() {
        return phase == Phase.SETTLED;
    }
}
