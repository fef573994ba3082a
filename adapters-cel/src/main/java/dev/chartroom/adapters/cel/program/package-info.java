/**
 * Checked expressions as trees of steps, and their evaluation: with the costs of cel-go, with errors as values, and with
 * lists that know their {@code x-kubernetes-list-type}. Knows values and functions; knows nothing of schemas.
 */
@NullMarked
package dev.chartroom.adapters.cel.program;

import org.jspecify.annotations.NullMarked;
