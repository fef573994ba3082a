/** Tests with the catalogue of a real Postgres, which the store and psql change. */
@NullMarked
package dev.chartroom.examples.postgres;

import org.jspecify.annotations.NullMarked;
