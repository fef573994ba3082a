package dev.chartroom.ports.service;

import dev.chartroom.ports.storage.StoredApplication;

/**
 * What an apply left.
 *
 * @param created true where there was no object before
 */
public record Written(StoredApplication application, boolean created) {}
