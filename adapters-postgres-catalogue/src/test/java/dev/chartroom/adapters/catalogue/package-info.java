/** Tests with the catalogue of a real Postgres, which the store and psql change. */
@NullMarked
package dev.chartroom.adapters.catalogue;

import org.jspecify.annotations.NullMarked;
