/** Reads and checks a request: its path, parameters and body. Everything here ends in a domain or ports type. */
@NullMarked
package dev.chartroom.adapters.http.request;

import org.jspecify.annotations.NullMarked;
