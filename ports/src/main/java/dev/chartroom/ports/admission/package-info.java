/**
 * Who has a say in a write besides its user and its schema. Nobody else runs admission for an aggregated server (wire
 * contract H1). Knows neither HTTP nor where the rules are kept.
 */
@NullMarked
package dev.chartroom.ports.admission;

import org.jspecify.annotations.NullMarked;
