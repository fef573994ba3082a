package dev.chartroom.ports.storage;

/**
 * How a write is to be done.
 *
 * @param dryRun true where everything is to be done but storing it
 * @param fieldManager who writes, at most 128 printable characters, never empty
 */
public record WriteOptions(boolean dryRun, String fieldManager) {}
