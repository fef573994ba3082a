/** Measures whether work grows faster than its input, for the tests of all modules. */
@NullMarked
package dev.chartroom.apimachinery.scaling;

import org.jspecify.annotations.NullMarked;
