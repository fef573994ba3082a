/**
 * The JSON codec: converts bytes to JSON values and back with Jackson's streaming core and SnakeYAML Engine. No other
 * package uses these two libraries.
 */
@NullMarked
package dev.chartroom.adapters.json;

import org.jspecify.annotations.NullMarked;
