package dev.chartroom.core.store;

import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.BackingApi;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** An API in memory. Tests can also change its objects directly. */
final class ScriptedApi implements BackingApi {
    private static final long GAPS = 1000;

    private final Map<NamespacedName, Application> objects = new ConcurrentHashMap<>();
    private final String kind;
    private final long room;
    private long revision = 7;
    private long underWay = Long.MAX_VALUE;
    private boolean down;
    private int looks;
    private volatile Consumer<Application> beforeCreate = _ -> {};

    /** @param kind the only kind with objects */
    ScriptedApi(String kind) {
        this(kind, GAPS);
    }

    /** @param room the distance between the resource versions of two changes; 1 for no gaps */
    ScriptedApi(String kind, long room) {
        this.kind = kind;
        this.room = room;
    }

    @Override
    public synchronized State list(ApplicationKind asked) {
        looks++;
        if (down) {
            throw new ApiException(ApiError.unavailable("down"));
        }
        long latest = revision * room;
        return new State(
                Math.min(latest, underWay),
                latest,
                asked.names().kind().equals(kind) ? List.copyOf(objects.values()) : List.of());
    }

    @Override
    public void create(ApplicationKind asked, Application application) {
        beforeCreate.accept(application);
        synchronized (this) {
            put(application, UUID.randomUUID().toString());
        }
    }

    @Override
    public synchronized void update(ApplicationKind asked, Application live, Application next) {
        put(next, live.metadata().uid());
    }

    @Override
    public synchronized void delete(ApplicationKind asked, Application live) {
        revision++;
        objects.remove(live.metadata().namespacedName());
    }

    private void put(Application application, String uid) {
        put(application, uid, revision * room + 1);
        revision++;
    }

    private void put(Application application, String uid, long version) {
        objects.put(
                application.metadata().namespacedName(),
                application.withMetadata(application.metadata().toBuilder()
                        .uid(uid)
                        .resourceVersion(Long.toString(version))
                        .build()));
    }

    /**
     * Begins a change without committing it, so later changes are not settled. Returns the future resource version of
     * the change.
     */
    synchronized long begin() {
        underWay = revision * room;
        revision++;
        return underWay + 1;
    }

    /** Commits the change that was begun. The result is this object. */
    synchronized void commit(Application application, long version) {
        put(application, UUID.randomUUID().toString(), version);
        underWay = Long.MAX_VALUE;
    }

    /** Settles later changes without the change that was begun. */
    synchronized void overtake() {
        underWay = Long.MAX_VALUE;
    }

    /** Sets a step that runs at the start of each create. */
    void beforeCreate(Consumer<Application> step) {
        beforeCreate = step;
    }

    synchronized void setDown(boolean isDown) {
        down = isDown;
    }

    synchronized int looks() {
        return looks;
    }
}
