/**
 * The kinds whose objects are not stored: the server computes its answer for each request. The package declares these
 * kinds. It does not know how the answers are computed.
 */
@NullMarked
package dev.chartroom.domain.computed;

import org.jspecify.annotations.NullMarked;
