/**
 * metav1.Status: the one closed set of errors that a client can be told, with the reason, code and text that
 * Kubernetes gives each.
 */
@NullMarked
package dev.chartroom.domain.status;

import org.jspecify.annotations.NullMarked;
