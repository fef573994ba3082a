/**
 * The store that keeps Applications in PostgreSQL. Depends on ports, JDBC and PostgreSQL's SQL, but not on the meaning
 * of a kind or on the user of a request. Every statement passes values as parameters. The database numbers its
 * revisions; the ports call such a number a resource version.
 */
@NullMarked
package dev.chartroom.adapters.postgres;

import org.jspecify.annotations.NullMarked;
