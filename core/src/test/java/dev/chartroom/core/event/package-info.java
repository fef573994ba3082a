/** Tests of the mirror of Events, with Events and releases in memory. */
@NullMarked
package dev.chartroom.core.event;

import org.jspecify.annotations.NullMarked;
