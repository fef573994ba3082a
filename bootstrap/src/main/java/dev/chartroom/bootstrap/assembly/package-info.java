/** Builds the server: all its parts, in the order of their dependencies. The package does not know the command line. */
@NullMarked
package dev.chartroom.bootstrap.assembly;

import org.jspecify.annotations.NullMarked;
