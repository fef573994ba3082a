/**
 * The Kubernetes API over Helidon: the pipeline of every request (authenticate, authorize, route) and a handler for
 * each group of verbs. Besides this package, only the packages connection, console, response and error depend on Helidon.
 */
@NullMarked
package dev.chartroom.adapters.http.api;

import org.jspecify.annotations.NullMarked;
