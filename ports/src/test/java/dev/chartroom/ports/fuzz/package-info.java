/** The common parts of the adapters' fuzz targets: how the build runs them, and the allowed results of a parser. */
@NullMarked
package dev.chartroom.ports.fuzz;

import org.jspecify.annotations.NullMarked;
