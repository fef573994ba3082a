/**
 * Admission as the cluster configures it: policies and webhooks, namespaces and parameters, each followed by a watch, and
 * the calls of webhooks. Decides nothing: what is admitted is the ports' matter.
 */
@NullMarked
package dev.chartroom.adapters.kubernetes.admission;

import org.jspecify.annotations.NullMarked;
