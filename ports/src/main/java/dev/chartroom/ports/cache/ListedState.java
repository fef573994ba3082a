package dev.chartroom.ports.cache;

/**
 * What a list shows, on all of its pages.
 *
 * @param snapshot shows the state of the listed objects, and not necessarily of others
 * @param resourceVersion of the list, which may be later than the snapshot's: then nothing listed changed in between
 */
record ListedState(Snapshot snapshot, long resourceVersion) {}
