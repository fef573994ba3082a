package dev.chartroom.ports.storage;

/**
 * How an object is to be deleted.
 *
 * @param uid the precondition on the uid, empty for none
 * @param resourceVersion the precondition on the resource version, empty for none
 * @param propagationPolicy {@code Background}, {@code Foreground} or {@code Orphan}; empty for the default
 */
public record DeleteRequest(String uid, String resourceVersion, String propagationPolicy, boolean dryRun) {}
