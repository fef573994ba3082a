/** The deadline of what a thread computes. Knows no clock: whoever sets the deadline says whether it has passed. */
@NullMarked
package dev.chartroom.domain.deadline;

import org.jspecify.annotations.NullMarked;
