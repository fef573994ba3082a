/** Tests of the OpenAPI documents. */
@NullMarked
package dev.chartroom.adapters.http.openapi;

import org.jspecify.annotations.NullMarked;
