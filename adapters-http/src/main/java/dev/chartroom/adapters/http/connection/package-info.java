/**
 * Serves connections, HTTP/2 and HTTP/1.1 on one port, and notifies a request when its client leaves. The package
 * depends on Helidon. It does not know what requests ask for (ADR 0003).
 */
@NullMarked
package dev.chartroom.adapters.http.connection;

import org.jspecify.annotations.NullMarked;
