/**
 * The APIServices by which a kube-apiserver passes requests on to this server. Knows nothing of what is served, but that
 * it changed.
 */
@NullMarked
package dev.chartroom.adapters.kubernetes.apiservice;

import org.jspecify.annotations.NullMarked;
