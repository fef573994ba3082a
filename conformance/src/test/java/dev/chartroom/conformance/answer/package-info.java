@NullMarked
package dev.chartroom.conformance.answer;

import org.jspecify.annotations.NullMarked;
