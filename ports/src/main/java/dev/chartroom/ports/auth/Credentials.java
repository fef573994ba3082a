package dev.chartroom.ports.auth;

import java.security.cert.X509Certificate;
import java.util.List;

/**
 * What a request brings to show who it is from. Nothing in here is verified.
 *
 * @param certificates the chain that the client presented in the TLS handshake, leaf first; empty where it presented
 *     none. TLS has checked that the client holds the leaf's key, and nothing else.
 * @param headers the request's headers
 * @param peer the address that opened the connection, without its port, such as {@code 10.0.0.7}; empty if it is not
 *     known. It proves nothing: it says only on whose account the request's cost goes.
 */
public record Credentials(List<X509Certificate> certificates, RequestHeaders headers, String peer) {
    public Credentials {
        certificates = List.copyOf(certificates);
    }
}
