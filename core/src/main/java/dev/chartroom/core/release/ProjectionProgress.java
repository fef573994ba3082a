package dev.chartroom.core.release;

/**
 * The progress of bringing the releases of a kind in line with its objects.
 *
 * @param waiting the number of objects that must still be processed, including failed ones
 * @param failed the number of objects that could not be brought in line with their releases, and are retried
 * @param orphaned the number of releases that are kept without their objects; the deletion of these objects was not
 *     observed
 */
public record ProjectionProgress(long waiting, long failed, long orphaned) {
    static final ProjectionProgress NONE = new ProjectionProgress(0, 0, 0);

    @Override
    public String toString() {
        String all = waiting + " objects to reconcile, " + failed + " failed";
        return orphaned == 0 ? all : all + ", " + orphaned + " releases kept without their objects";
    }
}
