/**
 * What is done for kinds in the background, in steps, as long as they are served. Knows neither releases nor stores: those
 * who keep something up say what a step is.
 */
@NullMarked
package dev.chartroom.ports.upkeep;

import org.jspecify.annotations.NullMarked;
