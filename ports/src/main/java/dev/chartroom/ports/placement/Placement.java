package dev.chartroom.ports.placement;

import java.util.Arrays;
import java.util.Optional;

/**
 * The store of a kind's objects, and the operations that are possible there.
 *
 * @param store the name of the store
 * @param phase the operations that are possible in the store
 * @param since the {@link Placements#number()} of the placements that introduced this placement; this number
 *     distinguishes a pause from a later pause
 */
public record Placement(String store, Phase phase, long since) {

    /** The possible operations on a kind's objects. */
    public enum Phase {
        /** The store serves reads and writes. */
        SETTLED("Settled"),
        /** The store serves reads. No replica writes, because a migration copies the objects. */
        PAUSED("Paused"),
        /** The store is the new store of the objects, and serves reads. No replica writes yet. */
        MOVED("Moved");

        private final String wireName;

        Phase(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }

        /** Returns the phase with that name; empty if there is no such phase. */
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
