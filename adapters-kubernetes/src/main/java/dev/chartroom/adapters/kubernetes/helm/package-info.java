/** Reads the records of Helm: Secrets with the revisions of the releases that helm or Flux installed. */
@NullMarked
package dev.chartroom.adapters.kubernetes.helm;

import org.jspecify.annotations.NullMarked;
