/** metav1.Status: the closed set of errors that a client can receive, each with Kubernetes' reason, code and text. */
@NullMarked
package dev.chartroom.apimachinery.status;

import org.jspecify.annotations.NullMarked;
