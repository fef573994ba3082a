package dev.chartroom.core.write;

import dev.chartroom.ports.storage.StoredApplication;

/**
 * The result of an apply.
 *
 * @param created whether the object is new
 */
public record Written(StoredApplication application, boolean created) {}
