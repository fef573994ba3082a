/** Tests of the switch to another store. */
@NullMarked
package dev.chartroom.core.placement;

import org.jspecify.annotations.NullMarked;
