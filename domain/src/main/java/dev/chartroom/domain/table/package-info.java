/**
 * The columns and cells of Applications in tables, as kubectl prints them.
 */
@NullMarked
package dev.chartroom.domain.table;

import org.jspecify.annotations.NullMarked;
