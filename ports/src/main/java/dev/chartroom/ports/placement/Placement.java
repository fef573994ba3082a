package dev.chartroom.ports.placement;

import java.util.Arrays;
import java.util.Optional;

/**
 * The store of a kind's objects, and the operations that are possible there.
 *
 * @param store the name of the store
 * @param phase the operations that are possible in the store
 * @param since the number of the {@link Placements} that introduced this placement; it distinguishes one pause from
 *     another pause
 */
public record Placement(String store, Phase phase, long since) {

    /** The possible operations on a kind's objects. */
    public enum Phase {
        /** The store serves reads and writes. */
        SETTLED("Settled"),
        /** The store serves reads, and no replica writes, because a migration copies the objects. */
        PAUSED("Paused"),
        /** The store serves reads. It is the new store for the objects, and no replica writes yet. */
        MOVED("Moved");

        private final String wireName;

        Phase(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }

        /** Returns the phase of that name; empty if there is no such phase. */
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
