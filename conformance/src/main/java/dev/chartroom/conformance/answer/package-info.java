/**
 * Makes the answers of two servers comparable: it replaces what a server chose, or what chance decided, by tokens.
 * It knows HTTP answers, but neither cases nor schemas.
 */
@NullMarked
package dev.chartroom.conformance.answer;

import org.jspecify.annotations.NullMarked;
