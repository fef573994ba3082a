/**
 * Limits the share of the server that one client, and all clients together, can use at a time. The package knows what
 * requests ask for and which users send them. It does not depend on how the server answers requests.
 */
@NullMarked
package dev.chartroom.adapters.http.limit;

import org.jspecify.annotations.NullMarked;
