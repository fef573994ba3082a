/**
 * The JSON codec: bytes to JSON values and back, on Jackson's streaming core and SnakeYAML Engine. The only
 * package that knows these two.
 */
@NullMarked
package dev.chartroom.adapters.http.json;

import org.jspecify.annotations.NullMarked;
