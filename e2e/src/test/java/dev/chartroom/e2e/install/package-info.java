/** The Helm chart and the kustomize base in {@code deploy}, rendered and installed by the real helm and kubectl. */
@NullMarked
package dev.chartroom.e2e.install;

import org.jspecify.annotations.NullMarked;
