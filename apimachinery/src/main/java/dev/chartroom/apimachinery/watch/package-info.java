/** Watch events, the bounded window of past events from which a watch can start, and the schedule of bookmarks. */
@NullMarked
package dev.chartroom.apimachinery.watch;

import org.jspecify.annotations.NullMarked;
