package dev.chartroom.ports.placement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Who is alive, as one observer sees it: no clocks are compared. A replica is dead once the observer has seen no sign of
 * life for its lifetime. For one thread.
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

    /** Looks. Those that are dead are removed from the register; one that is not dead after all registers again. */
    List<Replica> alive() {
        // Before the answer: a sign of life is as old as that at least.
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
