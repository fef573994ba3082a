/**
 * Tables as kubectl prints them (meta.k8s.io/v1): columns, cells and human durations.
 */
@NullMarked
package dev.chartroom.domain.table;

import org.jspecify.annotations.NullMarked;
