package dev.chartroom.adapters.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.ports.placement.Placement;
import dev.chartroom.ports.placement.PlacementRecord;
import dev.chartroom.ports.placement.Placements;
import dev.chartroom.ports.storage.Kinds;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A record without replicas, which counts pauses and moves. */
final class ScriptedPlacementRecord implements PlacementRecord {
    final List<String> moved = new ArrayList<>();
    Runnable onPause = () -> {};
    Placements latest = Placements.NONE;
    int pauses;
    int reopened;

    @Override
    public Placements latest() {
        return latest;
    }

    @Override
    public void replace(Placements known, Placements next) {
        assertThat(known).isEqualTo(latest);
        latest = next;
        next.of(Kinds.redis().groupResource())
                .filter(placement -> placement.since() == next.number())
                .ifPresent(this::placed);
    }

    private void placed(Placement placement) {
        switch (placement.phase()) {
            case PAUSED -> {
                pauses++;
                onPause.run();
            }
            case MOVED -> {}
            case SETTLED -> {
                if (placement.store().equals("target")) {
                    moved.add(placement.store());
                } else {
                    reopened++;
                }
            }
        }
    }

    @Override
    public void follow(Consumer<Placements> onChange) {}

    @Override
    public void close() {}
}
