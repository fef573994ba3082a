/** Tests of moves of objects from one store to another. */
@NullMarked
package dev.chartroom.ports.migration;

import org.jspecify.annotations.NullMarked;
