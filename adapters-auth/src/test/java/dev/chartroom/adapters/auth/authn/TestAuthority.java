package dev.chartroom.adapters.auth.authn;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.Date;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A key and its certificate, which signs other certificates. By default, certificates are valid in the year of
 * {@link #CLOCK}. That year has passed, so a check against any other clock fails.
 */
record TestAuthority(KeyPair keys, X509Certificate certificate) {
    static final Instant YEAR_START = Instant.parse("2021-01-01T00:00:00Z");
    static final Instant YEAR_END = Instant.parse("2022-01-01T00:00:00Z");
    static final Clock CLOCK = Clock.fixed(Instant.parse("2021-06-01T00:00:00Z"), ZoneOffset.UTC);

    private static final AtomicLong SERIAL = new AtomicLong(1000);

    /** The content of a certificate. A null {@code usage} means none. */
    record Profile(
            X500Name subject,
            boolean authority,
            @Nullable KeyPurposeId usage,
            boolean usageCritical,
            Instant notBefore,
            Instant notAfter) {

        Profile usage(@Nullable KeyPurposeId other) {
            return new Profile(subject, authority, other, usageCritical, notBefore, notAfter);
        }

        Profile critical() {
            return new Profile(subject, authority, usage, true, notBefore, notAfter);
        }

        Profile valid(Instant from, Instant to) {
            return new Profile(subject, authority, usage, usageCritical, from, to);
        }
    }

    static TestAuthority root(String name) {
        return root(name, profile -> profile);
    }

    static TestAuthority root(String name, UnaryOperator<Profile> change) {
        KeyPair keys = newKeys();
        Profile profile = change.apply(authority(name));
        return new TestAuthority(keys, sign(profile, keys, profile.subject(), keys));
    }

    TestAuthority intermediate(String name) {
        return intermediate(name, profile -> profile);
    }

    TestAuthority intermediate(String name, UnaryOperator<Profile> change) {
        KeyPair subordinate = newKeys();
        return new TestAuthority(subordinate, signed(change.apply(authority(name)), subordinate));
    }

    /** Issues a client certificate for a subject such as {@code O=ops,CN=jane}. */
    X509Certificate issue(String subject) {
        return issue(new X500Name(subject));
    }

    X509Certificate issue(X500Name subject) {
        return issue(subject, profile -> profile);
    }

    X509Certificate issue(String subject, UnaryOperator<Profile> change) {
        return issue(new X500Name(subject), change);
    }

    String pem() {
        return pem(certificate);
    }

    private static String pem(X509Certificate certificate) {
        try {
            return "-----BEGIN CERTIFICATE-----\n"
                    + Base64.getMimeEncoder().encodeToString(certificate.getEncoded())
                    + "\n-----END CERTIFICATE-----\n";
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private X509Certificate issue(X500Name subject, UnaryOperator<Profile> change) {
        Profile client = new Profile(subject, false, KeyPurposeId.id_kp_clientAuth, false, YEAR_START, YEAR_END);
        return signed(change.apply(client), newKeys());
    }

    private X509Certificate signed(Profile profile, KeyPair subjectKeys) {
        return sign(
                profile,
                subjectKeys,
                X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded()),
                keys);
    }

    private static Profile authority(String name) {
        return new Profile(new X500Name("CN=" + name), true, null, false, YEAR_START, YEAR_END);
    }

    private static X509Certificate sign(Profile profile, KeyPair subjectKeys, X500Name issuer, KeyPair issuerKeys) {
        try {
            JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    issuer,
                    BigInteger.valueOf(SERIAL.incrementAndGet()),
                    Date.from(profile.notBefore()),
                    Date.from(profile.notAfter()),
                    profile.subject(),
                    subjectKeys.getPublic());
            if (profile.authority()) {
                builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
                builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign));
            }
            if (profile.usage() != null) {
                builder.addExtension(
                        Extension.extendedKeyUsage, profile.usageCritical(), new ExtendedKeyUsage(profile.usage()));
            }
            return new JcaX509CertificateConverter()
                    .getCertificate(builder.build(
                            new JcaContentSignerBuilder("SHA256withECDSA").build(issuerKeys.getPrivate())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException | OperatorCreationException e) {
            throw new AssertionError(e);
        }
    }

    private static KeyPair newKeys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(256);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }
}
