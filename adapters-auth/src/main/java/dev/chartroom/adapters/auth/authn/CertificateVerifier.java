package dev.chartroom.adapters.auth.authn;

import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.PKIXCertPathBuilderResult;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.Collection;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Checks that a client certificate chains to one of a set of authorities at the current time. Every certificate of the
 * chain must be usable for client authentication (wire contract C3, C4; RFC 5280 section 6, without revocation). The
 * rules are those of Go's crypto/x509: authorities expire too, and a certificate without extended key usage is valid
 * for any usage. A valid chain is cached while all of its certificates are valid, because every request through the
 * aggregator presents the chain of the front proxy.
 */
final class CertificateVerifier {
    private static final String CLIENT_AUTH = "1.3.6.1.5.5.7.3.2";
    private static final String ANY_USAGE = "2.5.29.37.0";
    private static final int KEY_CERT_SIGN = 5;

    private static final int MOST = 1_000;

    private final Clock clock;
    private final Map<Question, Validity> cached = new ConcurrentHashMap<>();

    private record Question(List<X509Certificate> presented, List<X509Certificate> authorities) {}

    /** The time from {@code from} to {@code until}, both included. */
    private record Validity(Date from, Date until) {
        static Validity of(X509Certificate certificate) {
            return new Validity(certificate.getNotBefore(), certificate.getNotAfter());
        }

        Validity and(Validity other) {
            return new Validity(
                    from.before(other.from) ? other.from : from, until.after(other.until) ? other.until : until);
        }

        boolean includes(Date now) {
            return !now.before(from) && !now.after(until);
        }
    }

    CertificateVerifier(Clock clock) {
        this.clock = clock;
    }

    /**
     * Checks a chain.
     *
     * @param presented leaf first, then possible intermediates in any order; not empty
     * @throws CertificateException if the chain is invalid; the message names the leaf
     */
    void verify(List<X509Certificate> presented, Collection<X509Certificate> authorities) throws CertificateException {
        Question question = new Question(List.copyOf(presented), List.copyOf(authorities));
        Date now = Date.from(clock.instant());
        Validity known = cached.get(question);
        if (known != null && known.includes(now)) {
            return;
        }
        Validity validity = verify(question, now);
        if (cached.size() >= MOST) {
            cached.clear();
        }
        cached.put(question, validity);
    }

    private static Validity verify(Question question, Date now) throws CertificateException {
        X509Certificate leaf = question.presented().getFirst();
        try {
            leaf.checkValidity(now);
            if (!mayAuthenticateClients(leaf)) {
                throw new CertificateException("its extended key usage has no clientAuth");
            }
            return validity(
                    buildPath(leaf, intermediates(question.presented()), anchors(question.authorities(), now), now));
        } catch (GeneralSecurityException e) {
            throw new CertificateException(
                    "certificate of subject \"%s\", issuer \"%s\", serial %x: %s"
                            .formatted(
                                    leaf.getSubjectX500Principal(),
                                    leaf.getIssuerX500Principal(),
                                    leaf.getSerialNumber(),
                                    e.getMessage()),
                    e);
        }
    }

    private static Validity validity(PKIXCertPathBuilderResult path) {
        Validity validity = Validity.of(path.getTrustAnchor().getTrustedCert());
        for (Certificate certificate : path.getCertPath().getCertificates()) {
            if (certificate instanceof X509Certificate known) {
                validity = validity.and(Validity.of(known));
            }
        }
        return validity;
    }

    private static PKIXCertPathBuilderResult buildPath(
            X509Certificate leaf, List<X509Certificate> intermediates, Set<TrustAnchor> anchors, Date now)
            throws GeneralSecurityException {
        if (anchors.isEmpty()) {
            throw new CertificateException("no CA certificate is currently valid");
        }
        X509CertSelector target = new X509CertSelector();
        target.setCertificate(leaf);
        PKIXBuilderParameters parameters = new PKIXBuilderParameters(anchors, target);
        parameters.setRevocationEnabled(false);
        parameters.setDate(now);
        parameters.addCertStore(CertStore.getInstance("Collection", new CollectionCertStoreParameters(intermediates)));
        return (PKIXCertPathBuilderResult) CertPathBuilder.getInstance("PKIX").build(parameters);
    }

    // The builder checks every certificate of the path, but not the extended key usages of intermediates. It does not
    // check trust anchors at all.
    private static List<X509Certificate> intermediates(List<X509Certificate> presented) throws CertificateException {
        Set<X509Certificate> intermediates = new HashSet<>();
        for (X509Certificate certificate : presented.subList(1, presented.size())) {
            if (mayAuthenticateClients(certificate)) {
                intermediates.add(certificate);
            }
        }
        return List.copyOf(intermediates);
    }

    private static Set<TrustAnchor> anchors(Collection<X509Certificate> authorities, Date now)
            throws CertificateException {
        Set<TrustAnchor> anchors = new HashSet<>();
        for (X509Certificate authority : authorities) {
            if (maySign(authority)
                    && mayAuthenticateClients(authority)
                    && Validity.of(authority).includes(now)) {
                anchors.add(new TrustAnchor(authority, null));
            }
        }
        return anchors;
    }

    private static boolean maySign(X509Certificate authority) {
        boolean[] usage = authority.getKeyUsage();
        return (authority.getVersion() < 3 || authority.getBasicConstraints() >= 0)
                && (usage == null || usage[KEY_CERT_SIGN]);
    }

    private static boolean mayAuthenticateClients(X509Certificate certificate) throws CertificateException {
        List<String> usages = certificate.getExtendedKeyUsage();
        return usages == null || usages.contains(CLIENT_AUTH) || usages.contains(ANY_USAGE);
    }
}
