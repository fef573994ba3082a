@NullMarked
package dev.chartroom.domain.evolution;

import org.jspecify.annotations.NullMarked;
