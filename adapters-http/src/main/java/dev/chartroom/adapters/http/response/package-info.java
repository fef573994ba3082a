/**
 * How an answer's JSON gets to the client: the format and the compression that the request asks for. Knows Helidon, and
 * neither what is answered nor why.
 */
@NullMarked
package dev.chartroom.adapters.http.response;

import org.jspecify.annotations.NullMarked;
