/**
 * Who a request is from: the front proxy's headers, client certificates and bearer tokens, each an {@link
 * dev.chartroom.ports.auth.Authenticator}, and the chain that asks them in order. Whom to trust comes from the
 * ConfigMap that kube-apiserver publishes for extension API servers and is read anew for every request. Knows nothing
 * of what users may do, nor of TLS and HTTP beyond the certificates and header values of {@link
 * dev.chartroom.ports.auth.Credentials}.
 */
@NullMarked
package dev.chartroom.adapters.auth.authn;

import org.jspecify.annotations.NullMarked;
