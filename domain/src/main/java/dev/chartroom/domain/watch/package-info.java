/**
 * Watch events and the bounded window of past events that a watch may start from.
 */
@NullMarked
package dev.chartroom.domain.watch;

import org.jspecify.annotations.NullMarked;
