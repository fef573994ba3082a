package dev.chartroom.ports.placement;

/** Tests that the register for tests fulfils the contract of registers. */
class ReplicasInMemoryTest extends ReplicaRegisterContract {
    @Override
    protected ReplicaRegister emptyRegister() {
        return new ReplicasInMemory();
    }
}
