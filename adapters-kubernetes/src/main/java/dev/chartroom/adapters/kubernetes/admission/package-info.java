/**
 * Watches the cluster's admission configuration, which consists of policies, their parameters, webhooks and namespaces,
 * and calls the webhooks. The core module makes the admission decisions.
 */
@NullMarked
package dev.chartroom.adapters.kubernetes.admission;

import org.jspecify.annotations.NullMarked;
