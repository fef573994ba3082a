package dev.chartroom.ports.migration;

import dev.chartroom.ports.storage.ApplicationFeed;
import dev.chartroom.ports.storage.ApplicationStore;
import dev.chartroom.ports.storage.ApplicationTarget;

/**
 * A store that objects are moved from or to, by all that it has to be able to do for that.
 *
 * @param name as definitions name it
 * @param store itself, without a cache before it
 */
public record MigratedStore(String name, ApplicationStore store, ApplicationFeed feed, ApplicationTarget target) {}
