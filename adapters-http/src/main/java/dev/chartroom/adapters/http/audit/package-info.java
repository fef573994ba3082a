/**
 * Collects the facts of a request for the audit while it is handled, and makes events of them. The package depends on
 * what requests ask for, and neither on Helidon nor on the destination of events.
 */
@NullMarked
package dev.chartroom.adapters.http.audit;

import org.jspecify.annotations.NullMarked;
