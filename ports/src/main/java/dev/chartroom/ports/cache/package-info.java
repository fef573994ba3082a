/**
 * The watch cache: everything of an API group in memory, kept up to date by one watch, in front of the store that has
 * the truth. Knows the store port only: not what is behind the store, nor who reads.
 */
@NullMarked
package dev.chartroom.ports.cache;

import org.jspecify.annotations.NullMarked;
