/**
 * The parts that all stores with their own watches use: a change, and a watch with a bounded queue. The package depends
 * on the store port, and not on the origin of the changes.
 */
@NullMarked
package dev.chartroom.core.watch;

import org.jspecify.annotations.NullMarked;
