/** Tests of background work for kinds. */
@NullMarked
package dev.chartroom.ports.upkeep;

import org.jspecify.annotations.NullMarked;
