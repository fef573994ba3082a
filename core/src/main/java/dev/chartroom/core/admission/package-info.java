/**
 * Admission checks and changes writes, in addition to authorization and to validation by the schema. Chartroom runs
 * admission itself, because no other server runs it for an aggregated server (wire contract H1). The package does not
 * depend on HTTP or on the storage of the rules.
 */
@NullMarked
package dev.chartroom.core.admission;

import org.jspecify.annotations.NullMarked;
