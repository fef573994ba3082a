/**
 * Limits the share of the server that one client, and all clients together, can use at a time. The package depends on
 * what requests ask for and on their users, and not on how requests are answered.
 */
@NullMarked
package dev.chartroom.adapters.http.limit;

import org.jspecify.annotations.NullMarked;
