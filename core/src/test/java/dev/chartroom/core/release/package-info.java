/** Tests of the tasks that keep releases up to date, with releases in memory. */
@NullMarked
package dev.chartroom.core.release;

import org.jspecify.annotations.NullMarked;
