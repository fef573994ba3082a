package dev.chartroom.adapters.memory;

import dev.chartroom.core.placement.AppliedPlacements;
import dev.chartroom.core.placement.PlacedApplicationStore;
import dev.chartroom.core.placement.PlacedReplica;
import dev.chartroom.core.placement.StoreSwitch;
import dev.chartroom.core.watch.PendingChanges;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.placement.PlacementsInMemory;
import dev.chartroom.ports.placement.ReplicasInMemory;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.DeleteRequest;
import dev.chartroom.ports.storage.ListRequest;
import dev.chartroom.ports.storage.ServedApplication;
import dev.chartroom.ports.storage.TextCodec;
import dev.chartroom.ports.storage.WriteOptions;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.awaitility.Awaitility;

/** Two stores, some replicas that share them, and a switch. */
final class PlacedStores implements AutoCloseable {
    static final String USUAL = "helmrelease";
    static final String OTHER = "postgres";
    private static final WriteOptions OPTIONS = new WriteOptions(false, "copy");

    final MemoryApplicationStore usual = memory(Clock.systemUTC());
    /** Its resource versions differ from those of the first store. Two real stores could have equal ones. */
    final MemoryApplicationStore other = memory(Clock.offset(Clock.systemUTC(), Duration.ofDays(10_000)));

    private final PlacementsInMemory record = new PlacementsInMemory();
    private final ReplicasInMemory register = new ReplicasInMemory();
    final StoreSwitch stores = new StoreSwitch(record, register);
    private final List<PlacedReplica> replicas = new ArrayList<>();

    /** Starts a replica, and returns its store. */
    ApplicationStore replica() {
        AppliedPlacements placements = new AppliedPlacements(Set.of(USUAL, OTHER));
        ApplicationStore store = new PlacedApplicationStore(Map.of(USUAL, usual, OTHER, other), placements);
        follow(placements);
        return store;
    }

    /** Starts a replica that applies the record. */
    void follow(AppliedPlacements placements) {
        PlacedReplica replica = PlacedReplica.start(placements, record, register, new Random());
        replicas.add(replica);
        Awaitility.await().until(() -> replica.problem().isEmpty());
    }

    /** Moves a kind to the store that does not have it. */
    void move(ApplicationKind kind) {
        try (StoreSwitch.Pause pause = stores.pause(kind, Duration.ofSeconds(5))) {
            boolean back = stores.placement(kind).orElseThrow().store().equals(OTHER);
            copy(kind, back ? other : usual, back ? usual : other);
            pause.moveTo(back ? USUAL : OTHER);
        }
    }

    /** Returns the store that has a kind's objects, or the other one. */
    MemoryApplicationStore storeOf(ApplicationKind kind, boolean holding) {
        boolean isOther = stores.placement(kind)
                .filter(placement -> placement.store().equals(OTHER))
                .isPresent();
        return isOther == holding ? other : usual;
    }

    String nameOf(MemoryApplicationStore store) {
        return store == other ? OTHER : USUAL;
    }

    static void copy(ApplicationKind kind, ApplicationStore from, ApplicationStore to) {
        for (ServedApplication gone : to.list(kind, ListRequest.all("")).items()) {
            to.delete(kind, gone.namespacedName(), new DeleteRequest("", "", "", false));
        }
        for (ServedApplication each : from.list(kind, ListRequest.all("")).items()) {
            to.create(kind, from.current(kind, each.namespacedName()).application(), OPTIONS);
        }
    }

    /** Returns the resource version of each object. */
    static Map<String, String> versions(ApplicationKind kind, ApplicationStore store) {
        Map<String, String> versions = new TreeMap<>();
        store.list(kind, ListRequest.all(""))
                .items()
                .forEach(item -> versions.put(item.namespacedName().toString(), item.resourceVersion()));
        return versions;
    }

    private static MemoryApplicationStore memory(Clock clock) {
        return new MemoryApplicationStore(new TextCodec(), PendingChanges.ofHeap(), clock, Duration.ofMillis(50));
    }

    @Override
    public void close() {
        replicas.forEach(PlacedReplica::close);
    }
}
