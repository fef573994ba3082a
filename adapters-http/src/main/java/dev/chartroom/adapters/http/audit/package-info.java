/**
 * Collects what is to be recorded of a request while it passes, and makes events of it. Knows what requests ask for, and
 * neither Helidon nor where events go.
 */
@NullMarked
package dev.chartroom.adapters.http.audit;

import org.jspecify.annotations.NullMarked;
