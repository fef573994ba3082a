package dev.chartroom.adapters.catalogue;

import org.junit.jupiter.api.Tag;

/** Runs the same tests with the oldest supported server. */
@OnOldestPostgres
@Tag("soak")
class OldestPostgresResourcesTest extends PostgresResourcesTest {}
