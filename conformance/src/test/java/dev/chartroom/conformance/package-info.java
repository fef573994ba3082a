@NullMarked
package dev.chartroom.conformance;

import org.jspecify.annotations.NullMarked;
