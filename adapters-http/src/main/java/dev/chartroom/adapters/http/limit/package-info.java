/**
 * How much of the server one client, and all of them together, may have at a time. Knows what requests ask for and who
 * asks, and nothing of how they are answered.
 */
@NullMarked
package dev.chartroom.adapters.http.limit;

import org.jspecify.annotations.NullMarked;
