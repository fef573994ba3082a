package dev.chartroom.examples.postgres;

/** The same with the oldest server that will do. */
@OnOldestPostgres
class OldestPostgresBoundaryTest extends PostgresBoundaryTest {}
