@NullMarked
package dev.chartroom.core.watch;

import org.jspecify.annotations.NullMarked;
