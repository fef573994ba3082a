package dev.chartroom.examples.postgres;

import dev.chartroom.adapters.postgres.OnInstalledPostgres;

/** The same with another version of the server. */
@OnInstalledPostgres
class InstalledPostgresGrantorsTest extends PostgresGrantorsTest {}
