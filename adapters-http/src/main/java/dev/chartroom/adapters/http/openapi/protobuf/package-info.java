/**
 * The protobuf form of an OpenAPI document of version 2, which kubectl requires from a server without a kube-apiserver
 * in front. The package does not depend on HTTP or on the kinds in the document.
 */
@NullMarked
package dev.chartroom.adapters.http.openapi.protobuf;

import org.jspecify.annotations.NullMarked;
