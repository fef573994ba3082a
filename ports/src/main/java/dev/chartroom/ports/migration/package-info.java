/**
 * Moving the objects of a kind from one store to another while they are served: copied as they are, verified, and
 * switched in a pause of writes that is shorter than a second. Knows stores by their ports only.
 */
@NullMarked
package dev.chartroom.ports.migration;

import org.jspecify.annotations.NullMarked;
