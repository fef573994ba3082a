/**
 * Sends an answer's JSON to the client, in the format and compression that the request asks for. The package uses
 * Helidon, and is independent of the content of answers.
 */
@NullMarked
package dev.chartroom.adapters.http.response;

import org.jspecify.annotations.NullMarked;
