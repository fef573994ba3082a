/**
 * The namespaces of a server without a kube-apiserver in front of it: objects of the kind {@code v1} Namespace in its
 * own store. Missing namespaces are created, and deleted ones are emptied. The package does not depend on HTTP or on a
 * particular store.
 */
@NullMarked
package dev.chartroom.core.namespace;

import org.jspecify.annotations.NullMarked;
