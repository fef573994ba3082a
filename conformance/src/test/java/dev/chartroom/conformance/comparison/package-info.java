@NullMarked
package dev.chartroom.conformance.comparison;

import org.jspecify.annotations.NullMarked;
