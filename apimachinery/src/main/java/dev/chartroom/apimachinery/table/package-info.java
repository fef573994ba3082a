/**
 * Tables as kubectl prints them (meta.k8s.io/v1): columns, cells and human durations.
 */
@NullMarked
package dev.chartroom.apimachinery.table;

import org.jspecify.annotations.NullMarked;
