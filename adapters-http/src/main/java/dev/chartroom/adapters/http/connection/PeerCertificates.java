package dev.chartroom.adapters.http.connection;

import io.helidon.common.socket.PeerInfo;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;

/** The certificates that a client presented in the TLS handshake. */
public final class PeerCertificates {
    private PeerCertificates() {}

    /** Returns the chain, leaf first; empty if there is none. TLS has checked that the client holds the leaf's key. */
    public static List<X509Certificate> of(PeerInfo peer) {
        return peer.tlsCertificates()
                .map(chain -> Arrays.stream(chain)
                        .filter(X509Certificate.class::isInstance)
                        .map(X509Certificate.class::cast)
                        .toList())
                .orElse(List.of());
    }
}
