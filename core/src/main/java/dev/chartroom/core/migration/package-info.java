/**
 * Moves the objects of a kind from one store to another while they are served. Objects are copied unchanged, and the
 * copies are verified. Then all replicas switch to the target in a pause of writes that is shorter than a second. The
 * package uses stores only through their ports.
 */
@NullMarked
package dev.chartroom.core.migration;

import org.jspecify.annotations.NullMarked;
