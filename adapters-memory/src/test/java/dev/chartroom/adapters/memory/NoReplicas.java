package dev.chartroom.adapters.memory;

import dev.chartroom.ports.placement.Replica;
import dev.chartroom.ports.placement.ReplicaRegister;
import java.util.List;

/** Nobody has to be waited for. */
final class NoReplicas implements ReplicaRegister {
    @Override
    public List<Replica> replicas() {
        return List.of();
    }

    @Override
    public void add(String name) {}

    @Override
    public void renew(String name, long applied) {}

    @Override
    public void remove(String name) {}
}
