/**
 * The Kubernetes API over Helidon: the pipeline that every request takes (authenticate, authorize, route) and a
 * handler for each group of verbs. The only package, with error, that knows Helidon.
 */
@NullMarked
package dev.chartroom.adapters.http.api;

import org.jspecify.annotations.NullMarked;
