/**
 * The functions that expressions may call: CEL's standard ones, its extensions, and those of Kubernetes, each with its
 * declaration for the type checker, its price and what it does. Knows values; knows neither schemas nor evaluation.
 */
@NullMarked
package dev.chartroom.adapters.cel.library;

import org.jspecify.annotations.NullMarked;
