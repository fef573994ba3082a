/**
 * Namespaces of a server that has no kube-apiserver in front of it: objects of the kind {@code v1} Namespace in its own
 * store. They are made where they are missing, and emptied when they are deleted. Knows neither HTTP nor which store it is.
 */
@NullMarked
package dev.chartroom.ports.namespace;

import org.jspecify.annotations.NullMarked;
