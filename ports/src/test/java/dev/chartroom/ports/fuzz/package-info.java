/** What the fuzz targets of the adapters share: how they are run in the build, and what a parser may answer. */
@NullMarked
package dev.chartroom.ports.fuzz;

import org.jspecify.annotations.NullMarked;
