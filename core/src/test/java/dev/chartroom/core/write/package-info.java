/** Tests of writes, with stores in memory. */
@NullMarked
package dev.chartroom.core.write;

import org.jspecify.annotations.NullMarked;
