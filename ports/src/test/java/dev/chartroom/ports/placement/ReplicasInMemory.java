package dev.chartroom.ports.placement;

import dev.chartroom.apimachinery.meta.GroupResource;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A register that a test can make unreachable. */
public final class ReplicasInMemory implements ReplicaRegister {
    private static final GroupResource REPLICAS = new GroupResource("", "replicas");
    private final Map<String, Replica> replicas = new TreeMap<>();
    private long renewals;
    private boolean down;

    /** Creates a register without replicas. */
    public ReplicasInMemory() {}

    @Override
    public synchronized List<Replica> replicas() {
        check();
        return List.copyOf(replicas.values());
    }

    @Override
    public synchronized void add(String name) {
        check();
        if (replicas.containsKey(name)) {
            throw new ApiException(new ApiError.AlreadyExists(REPLICAS, name, false));
        }
        put(name, 0);
    }

    @Override
    public synchronized void renew(String name, long applied) {
        check();
        if (!replicas.containsKey(name)) {
            throw new ApiException(new ApiError.NotFound(REPLICAS, name));
        }
        put(name, applied);
    }

    @Override
    public synchronized void remove(String name) {
        check();
        replicas.remove(name);
    }

    /** Makes the register unreachable, or reachable again. */
    public synchronized void setDown(boolean down) {
        this.down = down;
    }

    private void put(String name, long applied) {
        replicas.put(name, new Replica(name, Long.toString(++renewals), Replica.LIFETIME, applied));
    }

    private void check() {
        if (down) {
            throw new ApiException(ApiError.unavailable("the register is down"));
        }
    }
}
