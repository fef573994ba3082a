/**
 * The traces of requests, as the server reports them. The package knows no library for traces: who starts the server
 * passes an implementation.
 */
@NullMarked
package dev.chartroom.adapters.http.trace;

import org.jspecify.annotations.NullMarked;
