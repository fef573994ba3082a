package dev.chartroom.e2e.harness;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A certificate authority for one test run: ECDSA P-256. Certificates are valid for a day, except those with an
 * explicit end.
 */
public final class CertificateAuthority {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Duration VALID = Duration.ofDays(1);
    /** The clocks of containers may differ. */
    private static final Duration LENIENCE = Duration.ofHours(1);

    private final X509CertificateHolder certificate;
    private final PrivateKey key;

    private CertificateAuthority(X509CertificateHolder certificate, PrivateKey key) {
        this.certificate = certificate;
        this.key = key;
    }

    /** Creates a self-signed authority with that name. */
    public static CertificateAuthority create(String commonName) {
        var subject = new X500NameBuilder(BCStyle.INSTANCE)
                .addRDN(BCStyle.CN, commonName)
                .build();
        KeyPair keys = newKeyPair();
        return new CertificateAuthority(
                sign(
                        subject,
                        keys.getPrivate(),
                        subject,
                        keys.getPublic(),
                        Instant.now().plus(VALID),
                        new Extra(Extension.basicConstraints, true, new BasicConstraints(true)),
                        new Extra(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign))),
                keys.getPrivate());
    }

    /** Returns an existing authority from its certificate and its key (SEC 1 or PKCS #8) in PEM. */
    public static CertificateAuthority ofPem(String certificatePem, String keyPem) {
        try (var certificates = new PEMParser(new StringReader(certificatePem));
                var keys = new PEMParser(new StringReader(keyPem))) {
            var converter = new JcaPEMKeyConverter();
            Object read = keys.readObject();
            var key = read instanceof PEMKeyPair pair
                    ? converter.getKeyPair(pair).getPrivate()
                    : converter.getPrivateKey((PrivateKeyInfo) read);
            return new CertificateAuthority((X509CertificateHolder) certificates.readObject(), key);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static KeyPair newKeyPair() {
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"), RANDOM);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the authority's certificate in PEM. */
    public String pem() {
        return Pem.certificate(certificate);
    }

    /** Returns the authority's key in PEM (PKCS #8). */
    public String keyPem() {
        return Pem.privateKey(key);
    }

    /**
     * Issues a client certificate: the common name is the user, the organizations are the groups (wire contract C4).
     */
    public Identity client(String user, String... groups) {
        var subject = new X500NameBuilder(BCStyle.INSTANCE);
        Arrays.stream(groups).forEach(group -> subject.addRDN(BCStyle.O, group));
        return issue(
                subject.addRDN(BCStyle.CN, user).build(),
                Instant.now().plus(VALID),
                new Extra(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth)));
    }

    /**
     * Issues a serving certificate with these DNS names and IP addresses as subject alternative names (wire contract
     * B3).
     */
    public Identity server(String... names) {
        return serverUntil(Instant.now().plus(VALID), names);
    }

    /** As {@link #server}, but valid until {@code end}, which may be in the past. */
    public Identity serverUntil(Instant end, String... names) {
        var alternatives = Arrays.stream(names).map(CertificateAuthority::generalName);
        return issue(
                new X500NameBuilder(BCStyle.INSTANCE)
                        .addRDN(BCStyle.CN, names[0])
                        .build(),
                end,
                new Extra(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth)),
                new Extra(
                        Extension.subjectAlternativeName,
                        false,
                        new GeneralNames(alternatives.toArray(GeneralName[]::new))));
    }

    private static GeneralName generalName(String name) {
        boolean address = name.matches("[0-9.]+|.*:.*");
        return new GeneralName(address ? GeneralName.iPAddress : GeneralName.dNSName, name);
    }

    private Identity issue(X500Name subject, Instant end, Extra... extras) {
        KeyPair keys = newKeyPair();
        var issued = sign(certificate.getSubject(), key, subject, keys.getPublic(), end, extras);
        return new Identity(Pem.certificate(issued), Pem.privateKey(keys.getPrivate()));
    }

    private record Extra(ASN1ObjectIdentifier type, boolean critical, ASN1Encodable value) {}

    private static X509CertificateHolder sign(
            X500Name issuer,
            PrivateKey issuerKey,
            X500Name subject,
            PublicKey subjectKey,
            Instant end,
            Extra... extras) {
        var builder = new X509v3CertificateBuilder(
                issuer,
                new BigInteger(96, RANDOM).add(BigInteger.ONE),
                Date.from(end.minus(VALID).minus(LENIENCE)),
                Date.from(end),
                subject,
                SubjectPublicKeyInfo.getInstance(subjectKey.getEncoded()));
        try {
            for (var extra : extras) {
                builder.addExtension(extra.type(), extra.critical(), extra.value());
            }
            return builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(issuerKey));
        } catch (IOException | OperatorCreationException e) {
            throw new IllegalStateException(e);
        }
    }
}
