package dev.chartroom.bootstrap.assembly;

import dev.chartroom.core.catalogue.KindCatalogue;
import dev.chartroom.core.namespace.NamespaceFollower;
import dev.chartroom.core.namespace.NamespacedApplicationStore;
import dev.chartroom.core.simulation.SimulatedEvents;
import dev.chartroom.core.simulation.SimulatedReleases;
import dev.chartroom.core.simulation.SimulatingApplicationStore;
import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.ports.storage.ApplicationStore;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;

/** The objects of dev mode: with namespaces of its own and, unless it is disabled, with simulated releases. */
final class DevStore implements AutoCloseable {
    private final ApplicationStore store;
    private final OpenParts open;

    private DevStore(ApplicationStore store, OpenParts open) {
        this.store = store;
        this.open = open;
    }

    /** Starts the background work on a store that has neither. */
    static DevStore start(ApplicationStore stored, KindCatalogue catalogue, boolean simulate, Clock clock) {
        OpenParts open = new OpenParts();
        Supplier<List<ApplicationKind>> kinds = () -> catalogue.registry().kinds();
        NamespaceFollower namespaces = open.add(new NamespaceFollower(stored, kinds, clock));
        ApplicationStore namespaced = new NamespacedApplicationStore(stored, namespaces::changed);
        namespaces.start();
        catalogue.onChange(_ -> namespaces.kindsChanged());
        if (!simulate) {
            return new DevStore(namespaced, open);
        }
        SimulatedReleases releases = open.add(new SimulatedReleases(
                namespaced, kinds, new SimulatedEvents(namespaced, new SecureRandom(), clock), clock));
        catalogue.onChange(_ -> releases.kindsChanged());
        releases.start();
        return new DevStore(new SimulatingApplicationStore(namespaced, releases::changed), open);
    }

    /** Returns the store that requests use. */
    ApplicationStore store() {
        return store;
    }

    @Override
    public void close() {
        open.close();
    }
}
