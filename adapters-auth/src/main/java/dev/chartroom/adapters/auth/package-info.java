/**
 * The client for reviews of the Kubernetes API server. Token reviews and subject access reviews share its timeout, its
 * retries and its translation of failures. The package uses {@code kubernetes-client} and depends neither on the
 * content of a review nor on Chartroom's own HTTP server.
 */
@NullMarked
package dev.chartroom.adapters.auth;

import org.jspecify.annotations.NullMarked;
