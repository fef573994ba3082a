/** When what failed is tried again. */
@NullMarked
package dev.chartroom.ports.retry;

import org.jspecify.annotations.NullMarked;
