package dev.chartroom.bootstrap.tls;

import java.time.Instant;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** The certificate of handshakes, which can be replaced while the server runs. Thread-safe. */
final class HandshakeCertificate {
    private final ServingKeys keys;
    private final SSLContext context;
    private volatile ServingCertificate serving;

    HandshakeCertificate(ServingCertificate first) {
        this.serving = first;
        this.keys = new ServingKeys(first);
        this.context = ServingTls.of(keys);
    }

    /** Replaces the certificate for all later handshakes. Open connections stay. */
    void replace(ServingCertificate next) {
        // Handshakes must use the new certificate before other methods report it.
        keys.serve(next);
        serving = next;
    }

    SSLContext context() {
        return context;
    }

    Instant expires() {
        return serving.expires();
    }

    Optional<String> problem(Instant now) {
        return serving.problem(now);
    }
}
