/**
 * Checked expressions as trees of nodes, and their evaluation: with cel-go's costs, with errors as values, and with
 * lists that implement {@code x-kubernetes-list-type}. Depends on values and functions, but not on schemas.
 */
@NullMarked
package dev.chartroom.adapters.cel.program;

import org.jspecify.annotations.NullMarked;
