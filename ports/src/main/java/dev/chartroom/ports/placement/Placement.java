package dev.chartroom.ports.placement;

import java.util.Arrays;
import java.util.Optional;

/**
 * Where a kind's objects are.
 *
 * @param store by its name
 * @param phase what may be done with them there
 * @param since the number of the placements that made it so, which tells apart one pause from another
 */
public record Placement(String store, Phase phase, long since) {

    /** What may be done with a kind's objects. */
    public enum Phase {
        /** They are read and written in the store. */
        SETTLED("Settled"),
        /** They are read in the store, and nobody writes: somebody copies them. */
        PAUSED("Paused"),
        /** They are read in the store, which had not been theirs before, and nobody writes yet. */
        MOVED("Moved");

        private final String wireName;

        Phase(String wireName) {
            this.wireName = wireName;
        }

        public String wireName() {
            return wireName;
        }

        /** The phase of that name; empty for none. */
        public static Optional<Phase> ofWireName(String name) {
            return Arrays.stream(values())
                    .filter(phase -> phase.wireName.equals(name))
                    .findFirst();
        }
    }

    /** Whether objects may be written. */
    public boolean isOpen() {
        return phase == Phase.SETTLED;
    }
}
