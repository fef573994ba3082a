/**
 * Traces of requests by OpenTelemetry: from the trace context that a request has to the requests that it causes. Only
 * this package knows the library. Nothing in it runs unless the configuration has an endpoint.
 */
@NullMarked
package dev.chartroom.bootstrap.tracing;

import org.jspecify.annotations.NullMarked;
