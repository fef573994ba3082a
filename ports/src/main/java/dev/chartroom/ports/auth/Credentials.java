package dev.chartroom.ports.auth;

import java.security.cert.X509Certificate;
import java.util.List;

/**
 * What a request brings to show who it is from. Nothing in here is verified.
 *
 * @param certificates the chain that the client presented in the TLS handshake, leaf first; empty where it presented
 *     none. TLS has checked that the client holds the leaf's key, and nothing else.
 * @param headers the request's headers
 */
public record Credentials(List<X509Certificate> certificates, RequestHeaders headers) {
    public Credentials {
        certificates = List.copyOf(certificates);
    }
}
