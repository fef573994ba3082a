/**
 * The store that keeps Applications in PostgreSQL. Knows ports, JDBC and the server's SQL; what a kind means and who
 * asks, it must not know. Every statement has its values as parameters.
 */
@NullMarked
package dev.chartroom.adapters.postgres;

import org.jspecify.annotations.NullMarked;
