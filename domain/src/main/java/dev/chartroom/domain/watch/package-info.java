/**
 * Watch events, the bounded window of past events that a watch may start from, and when bookmarks are due.
 */
@NullMarked
package dev.chartroom.domain.watch;

import org.jspecify.annotations.NullMarked;
