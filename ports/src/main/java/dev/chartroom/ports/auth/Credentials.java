package dev.chartroom.ports.auth;

import java.security.cert.X509Certificate;
import java.util.List;

/**
 * The parts of a request that can identify its user. None of them is verified.
 *
 * @param certificates the certificate chain that the client presented in the TLS handshake, leaf first; empty if it
 *     presented no certificate. TLS has checked only that the client holds the key of the leaf certificate.
 * @param headers the request's headers
 * @param peer the address that opened the connection, without its port, such as {@code 10.0.0.7}; empty if the address
 *     is not known. The address proves no identity: the server uses it only to charge the request's cost.
 */
public record Credentials(List<X509Certificate> certificates, RequestHeaders headers, String peer) {
    public Credentials {
        certificates = List.copyOf(certificates);
    }
}
