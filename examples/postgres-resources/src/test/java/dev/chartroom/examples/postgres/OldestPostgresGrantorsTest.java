package dev.chartroom.examples.postgres;

import org.junit.jupiter.api.Tag;

/** The same with the oldest server that will do. */
@OnOldestPostgres
@Tag("soak")
class OldestPostgresGrantorsTest extends PostgresGrantorsTest {}
