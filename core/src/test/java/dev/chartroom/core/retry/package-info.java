@NullMarked
package dev.chartroom.core.retry;

import org.jspecify.annotations.NullMarked;
