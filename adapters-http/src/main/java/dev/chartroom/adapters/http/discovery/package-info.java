/**
 * Discovery, OpenAPI and version documents: bytes in memory, built once for each snapshot of the kinds, without calls
 * to a backend.
 */
@NullMarked
package dev.chartroom.adapters.http.discovery;

import org.jspecify.annotations.NullMarked;
