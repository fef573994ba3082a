/**
 * Dev mode: fresh certificates, a random token and a kubeconfig, on loopback only.
 */
@NullMarked
package dev.chartroom.bootstrap.dev;

import org.jspecify.annotations.NullMarked;
