/**
 * An example of a store: the databases, roles and grants of a Postgres server as Kubernetes resources, straight from
 * its catalogue. Knows ports, JDBC and no other adapter. {@code docs/writing-a-store.md} walks through it.
 */
@NullMarked
package dev.chartroom.examples.postgres;

import org.jspecify.annotations.NullMarked;
