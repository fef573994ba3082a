/**
 * The serving certificate, and a TLS layer that asks for client certificates without judging them.
 */
@NullMarked
package dev.chartroom.bootstrap.tls;

import org.jspecify.annotations.NullMarked;
