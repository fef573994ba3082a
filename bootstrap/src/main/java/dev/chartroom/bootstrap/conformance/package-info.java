/**
 * Connects the conformance run to the cluster of a kubeconfig. It knows how requests are sent, but not what they test.
 */
@NullMarked
package dev.chartroom.bootstrap.conformance;

import org.jspecify.annotations.NullMarked;
