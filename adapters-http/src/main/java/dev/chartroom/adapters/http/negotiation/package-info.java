/**
 * Chooses the representation of an answer according to the Accept header. The package works on header values, without
 * Helidon.
 */
@NullMarked
package dev.chartroom.adapters.http.negotiation;

import org.jspecify.annotations.NullMarked;
