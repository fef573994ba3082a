package dev.chartroom.adapters.auth.authn;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Authenticator;
import dev.chartroom.ports.auth.Credentials;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Authenticates users by their own client certificates: the common name is the user, the organizations are the groups
 * (wire contract C4). A certificate that does not chain to a trusted client authority is rejected. If no client
 * authority is trusted, certificates are no credentials.
 */
public final class ClientCertificateAuthenticator implements Authenticator {
    private static final String CREDENTIAL_ID = "authentication.kubernetes.io/credential-id";

    private final Supplier<ClusterTrust> trust;
    private final CertificateVerifier verifier;

    /**
     * @param trust called for every request
     * @param clock the current time, at which a certificate must be valid
     */
    public ClientCertificateAuthenticator(Supplier<ClusterTrust> trust, Clock clock) {
        this.trust = trust;
        this.verifier = new CertificateVerifier(clock);
    }

    @Override
    public Authentication authenticate(Credentials credentials) {
        List<X509Certificate> authorities = trust.get().clientAuthorities();
        if (credentials.certificates().isEmpty() || authorities.isEmpty()) {
            return new Authentication.NoCredentials();
        }
        try {
            verifier.verify(credentials.certificates(), authorities);
            return user(credentials.certificates().getFirst());
        } catch (GeneralSecurityException e) {
            return new Authentication.Rejected("client certificate: " + e.getMessage());
        }
    }

    private static Authentication user(X509Certificate certificate) throws GeneralSecurityException {
        CertificateSubject subject = CertificateSubject.of(certificate);
        if (subject.commonName().isEmpty()) {
            return new Authentication.NoCredentials();
        }
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
        return new Authentication.Authenticated(new UserInfo(
                subject.commonName(),
                subject.uid(),
                subject.organizations(),
                Map.of(CREDENTIAL_ID, List.of("X509SHA256=" + HexFormat.of().formatHex(digest)))));
    }
}
