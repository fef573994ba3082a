package dev.chartroom.ports.projection;

/**
 * How far the releases of a kind are what its objects say.
 *
 * @param waiting how many objects have to be looked at yet, those that failed among them
 * @param failed how many could not be brought in line with their releases, and are tried again
 */
public record ProjectionProgress(long waiting, long failed) {
    static final ProjectionProgress NONE = new ProjectionProgress(0, 0);

    @Override
    public String toString() {
        return waiting + " objects to be looked at, " + failed + " failed";
    }
}
