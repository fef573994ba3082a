/**
 * Authentication of requests: the front proxy's headers, client certificates and bearer tokens, each an {@link
 * dev.chartroom.ports.auth.Authenticator}, and the chain that calls them in order. The trusted authorities come from
 * the ConfigMap that kube-apiserver publishes for extension API servers; every request uses their current state. Of TLS
 * and HTTP, this package uses only the certificates and header values of {@link dev.chartroom.ports.auth.Credentials}.
 * Authorization is elsewhere.
 */
@NullMarked
package dev.chartroom.adapters.auth.authn;

import org.jspecify.annotations.NullMarked;
