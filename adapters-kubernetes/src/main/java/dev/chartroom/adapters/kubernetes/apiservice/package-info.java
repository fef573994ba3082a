/**
 * The APIServices through which a kube-apiserver forwards requests to Chartroom. This package gets only digests of the
 * served content.
 */
@NullMarked
package dev.chartroom.adapters.kubernetes.apiservice;

import org.jspecify.annotations.NullMarked;
