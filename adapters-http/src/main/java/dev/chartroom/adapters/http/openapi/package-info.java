/**
 * OpenAPI documents, versions 3.0 and 2.0, made from the kinds that are served. Pure: kinds in, JSON out. Knows nothing
 * of HTTP, of who asks, or of how a document is cached.
 */
@NullMarked
package dev.chartroom.adapters.http.openapi;

import org.jspecify.annotations.NullMarked;
