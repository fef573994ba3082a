/**
 * The APIServices through which a kube-apiserver forwards requests to Chartroom. This package does not depend on what
 * is served, only on digests of it.
 */
@NullMarked
package dev.chartroom.adapters.kubernetes.apiservice;

import org.jspecify.annotations.NullMarked;
