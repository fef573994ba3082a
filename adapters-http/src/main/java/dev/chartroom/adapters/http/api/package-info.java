/**
 * The Kubernetes API over Helidon: the pipeline that every request takes (authenticate, authorize, route) and a
 * handler for each group of verbs. Only this package, response and error know Helidon.
 */
@NullMarked
package dev.chartroom.adapters.http.api;

import org.jspecify.annotations.NullMarked;
