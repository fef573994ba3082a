/** Tests of moves of objects from one store to another. */
@NullMarked
package dev.chartroom.core.migration;

import org.jspecify.annotations.NullMarked;
