/**
 * Renders objects, lists and events as bytes in each representation. No other package does this. JSON that is already
 * encoded is not encoded again.
 */
@NullMarked
package dev.chartroom.adapters.http.rendering;

import org.jspecify.annotations.NullMarked;
