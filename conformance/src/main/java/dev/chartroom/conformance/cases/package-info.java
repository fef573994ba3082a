/**
 * Reads cases and sends their requests to one side. A case is a list of requests with placeholders for what depends on
 * the side; this package compares nothing.
 */
@NullMarked
package dev.chartroom.conformance.cases;

import org.jspecify.annotations.NullMarked;
