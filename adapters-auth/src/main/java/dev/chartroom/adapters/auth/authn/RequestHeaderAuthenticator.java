package dev.chartroom.adapters.auth.authn;

import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.ports.auth.Authentication;
import dev.chartroom.ports.auth.Authenticator;
import dev.chartroom.ports.auth.Credentials;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;

/**
 * Authenticates users by the headers of the front proxy. It trusts the headers only if the client certificate is from
 * the front-proxy authority and has an allowed name (wire contract C3). Any other certificate is rejected, whatever the
 * headers contain. If no front-proxy authority is trusted, headers are no credentials.
 */
public final class RequestHeaderAuthenticator implements Authenticator {
    private final Supplier<ClusterTrust> trust;
    private final CertificateVerifier verifier;

    /**
     * @param trust called for every request
     * @param clock the current time, at which a certificate must be valid
     */
    public RequestHeaderAuthenticator(Supplier<ClusterTrust> trust, Clock clock) {
        this.trust = trust;
        this.verifier = new CertificateVerifier(clock);
    }

    @Override
    public Authentication authenticate(Credentials credentials) {
        RequestHeaderTrust frontProxy = trust.get().requestHeader();
        if (credentials.certificates().isEmpty() || frontProxy.authorities().isEmpty()) {
            return new Authentication.NoCredentials();
        }
        try {
            verify(credentials.certificates(), frontProxy);
        } catch (CertificateException e) {
            return new Authentication.Rejected("front proxy: " + e.getMessage());
        }
        UserInfo user = new IdentityHeaders(credentials.headers(), frontProxy).user();
        if (!IdentityHeaders.isReadable(user)) {
            return new Authentication.Rejected("front proxy: user headers with non-ASCII values require HTTP/2");
        }
        return user.name().isEmpty() ? new Authentication.NoCredentials() : new Authentication.Authenticated(user);
    }

    /**
     * Returns whether a client with these certificates, leaf first, is the front proxy. The result does not depend on
     * the user of a request.
     */
    public boolean isFrontProxy(List<X509Certificate> certificates) {
        RequestHeaderTrust frontProxy = trust.get().requestHeader();
        if (certificates.isEmpty() || frontProxy.authorities().isEmpty()) {
            return false;
        }
        try {
            verify(certificates, frontProxy);
            return true;
        } catch (CertificateException _) {
            return false;
        }
    }

    private void verify(List<X509Certificate> certificates, RequestHeaderTrust frontProxy) throws CertificateException {
        verifier.verify(certificates, frontProxy.authorities());
        String name = CertificateSubject.of(certificates.getFirst()).commonName();
        if (!frontProxy.allows(name)) {
            throw new CertificateException("the name \"" + name + "\" is not allowed");
        }
    }
}
