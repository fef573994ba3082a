/**
 * The port for audit events, and the audit id of the current request. The package does not determine the format of
 * events or the transport of requests.
 */
@NullMarked
package dev.chartroom.ports.audit;

import org.jspecify.annotations.NullMarked;
