/**
 * The OpenAPI v3 structural schemas of KEP-2332 era CRDs: what makes one structural, and the defaults it gives.
 * Works on values only; knows nothing of kinds.
 */
@NullMarked
package dev.chartroom.domain.schema;

import org.jspecify.annotations.NullMarked;
