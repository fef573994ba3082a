package dev.chartroom.bootstrap.tls;

import dev.chartroom.kubernetes.client.PemPrivateKey;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** An ECDSA certificate authority that issues serving certificates. */
public final class ServingAuthority {
    private static final String SIGNATURE = "SHA256withECDSA";

    private final X500Name name;
    private final PublicKey publicKey;
    private final PrivateKey key;
    private final String certificate;

    private ServingAuthority(X500Name name, PublicKey publicKey, PrivateKey key, String certificate) {
        this.name = name;
        this.publicKey = publicKey;
        this.key = key;
        this.certificate = certificate;
    }

    /** The times between which a certificate is valid. */
    public record Validity(Instant begins, Instant ends) {}

    /** A certificate and its key, in PEM. The key has the form PKCS#8. */
    public record Issued(String certificate, String key) {
        /** Returns a text without the key. */
        @Override
        public String toString() {
            return certificate;
        }
    }

    /** Creates a self-signed authority. */
    public static ServingAuthority create(String commonName, Validity validity) {
        try {
            KeyPair keys = keyPair();
            X500Name name = new X500Name("CN=" + commonName);
            X509v3CertificateBuilder builder = builder(name, name, keys.getPublic(), validity)
                    .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
                    .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign))
                    .addExtension(
                            Extension.subjectKeyIdentifier,
                            false,
                            new JcaX509ExtensionUtils().createSubjectKeyIdentifier(keys.getPublic()));
            String pem = pem(builder.build(new JcaContentSignerBuilder(SIGNATURE).build(keys.getPrivate())));
            return new ServingAuthority(name, keys.getPublic(), keys.getPrivate(), pem);
        } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
            throw unavailable(e);
        }
    }

    /**
     * Returns an existing authority.
     *
     * @throws GeneralSecurityException if the key cannot be read
     */
    static ServingAuthority of(X509Certificate certificate, String keyPem) throws GeneralSecurityException {
        try {
            return new ServingAuthority(
                    X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded()),
                    certificate.getPublicKey(),
                    PemPrivateKey.read(keyPem),
                    pem(certificate));
        } catch (IOException e) {
            throw unavailable(e);
        }
    }

    /** Returns the certificate of the authority, in PEM. */
    public String certificate() {
        return certificate;
    }

    /** Returns the key of the authority, in PEM. */
    public String key() {
        try {
            return pem(new JcaPKCS8Generator(key, null));
        } catch (IOException e) {
            throw unavailable(e);
        }
    }

    /**
     * Issues a serving certificate.
     *
     * @param names host names and IP addresses
     */
    public Issued issue(String commonName, List<String> names, Validity validity) {
        try {
            KeyPair keys = keyPair();
            X509v3CertificateBuilder builder = builder(
                            name, new X500Name("CN=" + commonName), keys.getPublic(), validity)
                    .addExtension(
                            Extension.subjectAlternativeName,
                            false,
                            new GeneralNames(names.stream()
                                    .map(ServingAuthority::general)
                                    .toArray(GeneralName[]::new)))
                    .addExtension(
                            Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth))
                    .addExtension(
                            Extension.authorityKeyIdentifier,
                            false,
                            new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(publicKey));
            return new Issued(
                    pem(builder.build(new JcaContentSignerBuilder(SIGNATURE).build(key))),
                    pem(new JcaPKCS8Generator(keys.getPrivate(), null)));
        } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
            throw unavailable(e);
        }
    }

    private static GeneralName general(String name) {
        try {
            return new GeneralName(
                    GeneralName.iPAddress, InetAddress.ofLiteral(name).getHostAddress());
        } catch (IllegalArgumentException _) {
            return new GeneralName(GeneralName.dNSName, name);
        }
    }

    private static KeyPair keyPair() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    private static X509v3CertificateBuilder builder(X500Name issuer, X500Name subject, PublicKey key, Validity valid) {
        return new JcaX509v3CertificateBuilder(
                issuer,
                new BigInteger(127, new SecureRandom()),
                Date.from(valid.begins()),
                Date.from(valid.ends()),
                subject,
                key);
    }

    private static String pem(Object object) throws IOException {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(object);
        }
        return text.toString();
    }

    private static IllegalStateException unavailable(Exception e) {
        return new IllegalStateException("this JDK cannot create ECDSA certificates", e);
    }
}
