package dev.chartroom.ports.placement;

/** The record for tests keeps what every record promises. */
class PlacementsInMemoryTest extends PlacementRecordContract {
    @Override
    protected PlacementRecord emptyRecord() {
        return new PlacementsInMemory();
    }
}
