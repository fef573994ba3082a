/**
 * Admission as the cluster configures it: policies and webhooks, namespaces and parameters, each kept up to date by a
 * watch, and the calls of webhooks. The admission decisions are made in the ports.
 */
@NullMarked
package dev.chartroom.adapters.kubernetes.admission;

import org.jspecify.annotations.NullMarked;
