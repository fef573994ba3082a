/**
 * The schemas in OpenAPI documents: the keywords that kube-apiserver publishes for a CRD, for both versions of OpenAPI.
 * The package does not depend on paths or operations.
 */
@NullMarked
package dev.chartroom.adapters.http.openapi.schema;

import org.jspecify.annotations.NullMarked;
