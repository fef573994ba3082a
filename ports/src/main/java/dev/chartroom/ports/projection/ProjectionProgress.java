package dev.chartroom.ports.projection;

/**
 * How far the releases of a kind are what its objects say.
 *
 * @param waiting how many objects have to be looked at yet, those that failed among them
 * @param failed how many could not be brought in line with their releases, and are tried again
 * @param orphaned how many releases are without their objects, and left alone because nobody knows that these were deleted
 */
public record ProjectionProgress(long waiting, long failed, long orphaned) {
    static final ProjectionProgress NONE = new ProjectionProgress(0, 0, 0);

    @Override
    public String toString() {
        String all = waiting + " objects to be looked at, " + failed + " failed";
        return orphaned == 0 ? all : all + ", " + orphaned + " releases left alone without their objects";
    }
}
