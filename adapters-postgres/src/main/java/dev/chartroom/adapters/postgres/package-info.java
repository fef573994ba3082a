/**
 * The store that keeps Applications in PostgreSQL. Depends on ports, JDBC and PostgreSQL's SQL, but not on the meaning
 * of a kind or the user of a request. Every statement passes values as parameters.
 */
@NullMarked
package dev.chartroom.adapters.postgres;

import org.jspecify.annotations.NullMarked;
