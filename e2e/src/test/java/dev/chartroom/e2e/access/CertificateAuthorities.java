package dev.chartroom.e2e.access;

import dev.chartroom.ports.tls.CertificateAuthority;
import javax.net.ssl.SSLContext;

/** Keys for servers that tests of other packages start. */
public final class CertificateAuthorities {
    private CertificateAuthorities() {}

    /** @param caPem the authority that a client of the server trusts */
    public record Webhooks(SSLContext tls, String caPem) {}

    /** Returns the keys of a webhook server on this machine. */
    public static Webhooks webhooks() {
        CertificateAuthority authority = CertificateAuthority.create("e2e webhooks CA");
        return new Webhooks(authority.server("127.0.0.1", "localhost").sslContext(authority.pem()), authority.pem());
    }
}
