/**
 * What a request asks for: its path, parameters and body, read and checked. Everything here ends in a domain or
 * ports type.
 */
@NullMarked
package dev.chartroom.adapters.http.request;

import org.jspecify.annotations.NullMarked;
