/**
 * Reads and checks a request: its path, parameters and body. It turns each part into a type of the domain or the ports.
 */
@NullMarked
package dev.chartroom.adapters.http.request;

import org.jspecify.annotations.NullMarked;
