package dev.chartroom.ports.placement;

import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A record with any number of followers, which a test can make unreachable. */
public final class PlacementsInMemory implements PlacementRecord {
    private final List<Consumer<Placements>> followers = new CopyOnWriteArrayList<>();
    private Placements latest = Placements.NONE;
    private boolean down;
    private boolean losing;

    /** Creates a record without placements. */
    public PlacementsInMemory() {}

    @Override
    public synchronized Placements latest() {
        if (down) {
            throw unavailable();
        }
        return latest;
    }

    @Override
    public synchronized void replace(Placements known, Placements next) {
        if (!latest().equals(known)) {
            throw new ApiException(
                    new ApiError.Conflict(new GroupResource("", "records"), "record", ApiError.Conflict.MODIFIED));
        }
        set(next);
        if (losing) {
            losing = false;
            throw unavailable();
        }
    }

    /** Replaces the content unconditionally. */
    public synchronized void set(Placements next) {
        latest = next;
        followers.forEach(follower -> follower.accept(next));
    }

    /** Makes the record unreachable, or reachable again. */
    public synchronized void setDown(boolean down) {
        this.down = down;
    }

    /** Makes the next change succeed, although the caller receives an error. */
    public synchronized void loseNextAnswer() {
        losing = true;
    }

    @Override
    public synchronized void follow(Consumer<Placements> onChange) {
        followers.add(onChange);
        onChange.accept(latest);
    }

    @Override
    public void close() {}

    private static ApiException unavailable() {
        return new ApiException(ApiError.unavailable("the record is down"));
    }
}
