@NullMarked
package dev.chartroom.domain.release;

import org.jspecify.annotations.NullMarked;
