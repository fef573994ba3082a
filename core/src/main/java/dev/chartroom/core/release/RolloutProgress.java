package dev.chartroom.core.release;

/**
 * The progress of updating the releases of a kind to its definition.
 *
 * @param releases the number of releases
 * @param outdated the number of releases that must still be updated
 * @param unready the number of updated releases that are not Ready yet
 * @param refused the number of releases whose update the cluster rejected since the last full check
 */
public record RolloutProgress(long releases, long outdated, long unready, long refused) {
    static final RolloutProgress NONE = new RolloutProgress(0, 0, 0, 0);

    @Override
    public String toString() {
        return releases + " releases, " + outdated + " to be updated, " + unready + " updated but not Ready, " + refused
                + " refused";
    }
}
