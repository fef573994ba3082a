package dev.chartroom.core.placement;

import dev.chartroom.ports.placement.Replica;
import dev.chartroom.ports.placement.ReplicaRegister;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The replicas that one observer considers alive. The observer uses only its own clock. A replica is dead if the
 * observer has seen no renewal for the length of the replica's lifetime ({@link Replica#lifetime()}). Not thread-safe.
 */
final class ObservedReplicas {
    private final ReplicaRegister register;
    private final Ticker ticker;
    private final Map<String, Seen> seen = new HashMap<>();

    private record Seen(String renewal, long at) {}

    ObservedReplicas(ReplicaRegister register, Ticker ticker) {
        this.register = register;
        this.ticker = ticker;
    }

    /**
     * Reads the register, and removes dead replicas from it. If a removed replica is still alive, it registers again.
     */
    List<Replica> alive() {
        // The clock is read before the register, so that the age of a renewal is never overestimated.
        long now = ticker.nanoTime();
        List<Replica> alive = new ArrayList<>();
        Map<String, Seen> still = new HashMap<>();
        for (Replica replica : register.replicas()) {
            Seen before = seen.get(replica.name());
            Seen last = before != null && before.renewal().equals(replica.renewal())
                    ? before
                    : new Seen(replica.renewal(), ticker.nanoTime());
            if (now - last.at() >= replica.lifetime().toNanos()) {
                register.remove(replica.name());
            } else {
                still.put(replica.name(), last);
                alive.add(replica);
            }
        }
        seen.clear();
        seen.putAll(still);
        return alive;
    }
}
