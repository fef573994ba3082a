package dev.chartroom.bootstrap.tls;

import java.time.Instant;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** The certificate that the server serves now; it may be replaced at any time. Thread-safe. */
public sealed interface CurrentCertificate extends AutoCloseable
        permits ServingCertificateFiles, SelfManagedCertificate {
    /** Returns a context that serves the current certificate and accepts any client certificate. */
    SSLContext context();

    /** Returns the end of the served certificate's validity. */
    Instant expires();

    /** Returns why clients reject the served certificate now; empty if it is valid. */
    Optional<String> problem();

    @Override
    void close();
}
