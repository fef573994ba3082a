/**
 * The checks and changes of writes besides authorization and schema. Chartroom runs them itself, because no other
 * server runs admission for an aggregated server (wire contract H1). The package does not depend on HTTP or on the
 * storage of the rules.
 */
@NullMarked
package dev.chartroom.core.admission;

import org.jspecify.annotations.NullMarked;
