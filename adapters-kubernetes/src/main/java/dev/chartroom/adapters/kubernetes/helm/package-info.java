/** Reads the records of the helm command: Secrets with the releases that Helm installed. */
@NullMarked
package dev.chartroom.adapters.kubernetes.helm;

import org.jspecify.annotations.NullMarked;
