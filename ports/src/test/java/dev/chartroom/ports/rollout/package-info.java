/** Tests of rollouts, with releases in memory and a clock that tests advance. */
@NullMarked
package dev.chartroom.ports.rollout;

import org.jspecify.annotations.NullMarked;
