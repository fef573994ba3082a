/**
 * The Accept header, and the representation that an answer takes because of it. Knows nothing of Helidon: it
 * works on header values.
 */
@NullMarked
package dev.chartroom.adapters.http.negotiation;

import org.jspecify.annotations.NullMarked;
