/**
 * The ports of admission: the hooks that a cluster configures, the client that calls webhooks, and the object quotas.
 * The package does not depend on how a write is made.
 */
@NullMarked
package dev.chartroom.ports.admission;

import org.jspecify.annotations.NullMarked;
