/**
 * The watch cache: all objects of an API group in memory, kept up to date by one watch. The cache is in front of the
 * authoritative store. The package depends on the store port only, and not on a storage technology or on the readers.
 */
@NullMarked
package dev.chartroom.core.watchcache;

import org.jspecify.annotations.NullMarked;
