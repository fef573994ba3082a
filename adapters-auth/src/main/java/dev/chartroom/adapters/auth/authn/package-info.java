/**
 * Authentication of requests. Client certificates, bearer tokens and the front proxy's headers have one
 * {@link dev.chartroom.ports.auth.Authenticator} each. A chain calls these authenticators in order. The trusted
 * authorities come from the ConfigMap that kube-apiserver publishes for extension API servers; every request uses their
 * current state. From TLS and HTTP, this package gets only the certificates and header values in
 * {@link dev.chartroom.ports.auth.Credentials}. Authorization is elsewhere.
 */
@NullMarked
package dev.chartroom.adapters.auth.authn;

import org.jspecify.annotations.NullMarked;
