package dev.chartroom.ports.auth;

import java.security.cert.X509Certificate;
import java.util.List;

/**
 * The parts of a request that can identify its user. None of them is verified.
 *
 * @param certificates the chain that the client presented in the TLS handshake, leaf first; empty if it presented none.
 *     TLS has checked that the client holds the leaf's key, and nothing else.
 * @param headers the request's headers
 * @param peer the address that opened the connection, without its port, such as {@code 10.0.0.7}; empty if it is not
 *     known. It proves no identity: the server only charges the request's cost to it.
 */
public record Credentials(List<X509Certificate> certificates, RequestHeaders headers, String peer) {
    public Credentials {
        certificates = List.copyOf(certificates);
    }
}
