/** Tests of what is done for kinds in the background. */
@NullMarked
package dev.chartroom.ports.upkeep;

import org.jspecify.annotations.NullMarked;
