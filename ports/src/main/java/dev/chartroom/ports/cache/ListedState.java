package dev.chartroom.ports.cache;

/**
 * The state that all pages of a list show.
 *
 * @param snapshot has the state of the listed objects, and not necessarily of others
 * @param resourceVersion of the list. It may be later than the snapshot's; no listed object changed in between.
 */
record ListedState(Snapshot snapshot, long resourceVersion) {}
