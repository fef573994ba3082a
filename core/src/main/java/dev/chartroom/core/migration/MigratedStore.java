package dev.chartroom.core.migration;

import dev.chartroom.ports.storage.ApplicationListerWatcher;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationTarget;

/**
 * The source or the target of a migration, with all interfaces that the migration needs.
 *
 * @param name the name of the store, as in definitions
 * @param store the store itself, without a cache in front of it
 */
public record MigratedStore(
        String name, ApplicationStore store, ApplicationListerWatcher feed, ApplicationTarget target) {}
