package dev.chartroom.ports.rollout;

/**
 * How far the releases of a kind follow its definition.
 *
 * @param releases how many there are
 * @param outdated how many have to be updated yet
 * @param unready how many were updated and are not Ready with that
 * @param refused how many updates the cluster refused, one after the other
 */
public record RolloutProgress(long releases, long outdated, long unready, long refused) {
    static final RolloutProgress NONE = new RolloutProgress(0, 0, 0, 0);

    @Override
    public String toString() {
        return releases + " releases, " + outdated + " to be updated, " + unready + " not Ready with it, " + refused
                + " refused";
    }
}
