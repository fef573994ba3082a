package dev.chartroom.ports.placement;

/** The register for tests keeps what every register promises. */
class ReplicasInMemoryTest extends ReplicaRegisterContract {
    @Override
    protected ReplicaRegister emptyRegister() {
        return new ReplicasInMemory();
    }
}
