/**
 * A stand-in for the scheduler and a kubelet, for tests whose charts have workloads. The program is in the folder
 * {@code e2e/kubelet}. Its package comment lists the parts of a kubelet that it plays.
 */
@NullMarked
package dev.chartroom.e2e.kubelet;

import org.jspecify.annotations.NullMarked;
