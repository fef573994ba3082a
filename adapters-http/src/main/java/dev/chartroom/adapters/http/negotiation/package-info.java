/**
 * Reads the Accept header and chooses the representation of an answer by this header. The package works on header
 * values, without Helidon.
 */
@NullMarked
package dev.chartroom.adapters.http.negotiation;

import org.jspecify.annotations.NullMarked;
