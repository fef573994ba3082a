/** The catalogue of a real Postgres, changed through the store and past it. */
@NullMarked
package dev.chartroom.examples.postgres;

import org.jspecify.annotations.NullMarked;
