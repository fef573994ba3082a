/**
 * Kind definitions in a folder of files.
 */
@NullMarked
package dev.chartroom.bootstrap.kinds;

import org.jspecify.annotations.NullMarked;
