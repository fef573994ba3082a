/** Watch events, the bounded window of past events that a watch may start from, and the schedule of bookmarks. */
@NullMarked
package dev.chartroom.domain.watch;

import org.jspecify.annotations.NullMarked;
