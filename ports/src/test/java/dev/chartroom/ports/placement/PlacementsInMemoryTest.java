package dev.chartroom.ports.placement;

/** Tests that the record for tests fulfils the contract of records. */
class PlacementsInMemoryTest extends PlacementRecordContract {
    @Override
    protected PlacementRecord emptyRecord() {
        return new PlacementsInMemory();
    }
}
