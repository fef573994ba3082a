/**
 * Builds OpenAPI documents, versions 3.0 and 2.0, from the served kinds. The package is pure: it does not depend on
 * HTTP, on users or on how a document is cached.
 */
@NullMarked
package dev.chartroom.adapters.http.openapi;

import org.jspecify.annotations.NullMarked;
