/** The fixture that finds, starts and ends a real kube-apiserver with etcd and a kube-controller-manager. */
@NullMarked
package dev.chartroom.e2e.controlplane;

import org.jspecify.annotations.NullMarked;
