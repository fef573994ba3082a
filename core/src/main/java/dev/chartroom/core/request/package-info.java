/**
 * The deadlines of requests, and the limits that users share fairly. Every blocking operation limits its wait to the
 * remaining time, because threads that serve HTTP/2 must not be interrupted. Adapters decide what counts against a
 * limit; this package decides whose turn it is.
 */
@NullMarked
package dev.chartroom.core.request;

import org.jspecify.annotations.NullMarked;
