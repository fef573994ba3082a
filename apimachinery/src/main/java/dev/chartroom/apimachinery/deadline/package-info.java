/**
 * The deadline of computations on a thread. The package has no clock: the caller that sets a deadline decides whether
 * the deadline has passed.
 */
@NullMarked
package dev.chartroom.apimachinery.deadline;

import org.jspecify.annotations.NullMarked;
