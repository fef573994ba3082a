/**
 * How reviews are asked of the Kubernetes API server: one client with the timeout, the retries and the translation of
 * failures that token reviews and subject access reviews share. Relies on client-java; knows neither what is asked nor
 * HTTP as this server speaks it.
 */
@NullMarked
package dev.chartroom.adapters.auth;

import org.jspecify.annotations.NullMarked;
