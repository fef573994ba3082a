package dev.chartroom.ports.storage;

/**
 * The options of a write.
 *
 * @param dryRun whether everything is done except storing the object
 * @param fieldManager the name of the field manager, at most 128 printable characters, never empty
 */
public record WriteOptions(boolean dryRun, String fieldManager) {}
