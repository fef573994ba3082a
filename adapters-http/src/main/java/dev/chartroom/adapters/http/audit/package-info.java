/**
 * Collects the facts of each request for the audit while the server handles it, and creates events from these facts.
 * The package knows what requests ask for. It depends neither on Helidon nor on the destination of events.
 */
@NullMarked
package dev.chartroom.adapters.http.audit;

import org.jspecify.annotations.NullMarked;
