/**
 * An example of a store: the databases, roles and grants of a Postgres server as Kubernetes resources, read from its
 * catalogue. Depends on ports and JDBC, but on no other adapter. {@code docs/writing-a-store.md} explains it.
 */
@NullMarked
package dev.chartroom.adapters.catalogue;

import org.jspecify.annotations.NullMarked;
