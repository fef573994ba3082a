/**
 * Kubernetes' own kinds that a server without a kube-apiserver in front serves itself, so that kubectl works as usual.
 * Only dev mode has such kinds.
 */
@NullMarked
package dev.chartroom.domain.builtin;

import org.jspecify.annotations.NullMarked;
