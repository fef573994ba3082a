package dev.chartroom.ports.polling;

import dev.chartroom.domain.application.Application;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.NamespacedName;
import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** An API in memory, whose objects others change too. */
final class ScriptedApi implements BackingApi {
    private static final long ROOM = 1000;

    private final Map<NamespacedName, Application> objects = new ConcurrentHashMap<>();
    private final String kind;
    private long revision = 7;
    private long underWay = Long.MAX_VALUE;
    private boolean down;
    private int looks;
    private volatile Consumer<Application> beforeCreate = _ -> {};

    /** @param kind the only kind that it has objects of */
    ScriptedApi(String kind) {
        this.kind = kind;
    }

    @Override
    public synchronized State look(ApplicationKind asked) {
        looks++;
        if (down) {
            throw new ApiException(ApiError.unavailable("down"));
        }
        long latest = revision * ROOM;
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
        put(application, uid, revision * ROOM + 1);
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

    /** Something began, and is not done: what comes after it is not settled. Returns the version that it will have. */
    synchronized long begin() {
        underWay = revision * ROOM;
        revision++;
        return underWay + 1;
    }

    /** It is done, and this is what it changed. */
    synchronized void commit(Application application, long version) {
        put(application, UUID.randomUUID().toString(), version);
        underWay = Long.MAX_VALUE;
    }

    /** It is done, without it being waited for. */
    synchronized void overtake() {
        underWay = Long.MAX_VALUE;
    }

    /** From now on, this is done first of all when an object is created. */
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
