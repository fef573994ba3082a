/** The serving certificate, and a TLS layer that requests client certificates without verifying their issuer. */
@NullMarked
package dev.chartroom.bootstrap.tls;

import org.jspecify.annotations.NullMarked;
