package dev.chartroom.core.watchcache;

import dev.chartroom.apimachinery.meta.ResourceVersion;

/**
 * The state that all pages of a list show.
 *
 * @param snapshot the snapshot with this state of the listed objects; other objects may have another state
 * @param resourceVersion the resource version of the list. It may be later than the snapshot's version; no listed
 *     object changed in between.
 */
record ListedState(Snapshot snapshot, ResourceVersion resourceVersion) {}
