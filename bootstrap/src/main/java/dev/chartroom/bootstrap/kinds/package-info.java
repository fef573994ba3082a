/** Kind definitions in files, and what commands report about them. */
@NullMarked
package dev.chartroom.bootstrap.kinds;

import org.jspecify.annotations.NullMarked;
