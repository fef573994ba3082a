/**
 * The database: connections, migrations, SQL statements and the translation of errors. The package does not depend on
 * the store port.
 */
@NullMarked
package dev.chartroom.adapters.postgres.database;

import org.jspecify.annotations.NullMarked;
