package dev.chartroom.bootstrap.dev;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Creates an ECDSA certificate authority and a serving certificate. The authority's key is not stored. */
public final class DevAuthority {
    private static final Duration VALIDITY = Duration.ofDays(30);
    private static final String SIGNATURE = "SHA256withECDSA";

    private DevAuthority() {}

    /** Writes certificates into a folder, for a program that must not load the classes that create them. */
    public static void main(String[] folder) throws IOException {
        certificates(Clock.systemUTC()).writeTo(Path.of(folder[0]));
    }

    static DevCertificates certificates(Clock clock) {
        try {
            KeyPair ca = keyPair();
            KeyPair serving = keyPair();
            X500Name caName = new X500Name("CN=chartroom-dev-ca");
            X509CertificateHolder caCertificate = builder(caName, caName, ca, clock)
                    .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
                    .build(new JcaContentSignerBuilder(SIGNATURE).build(ca.getPrivate()));
            GeneralNames names = new GeneralNames(new GeneralName[] {
                new GeneralName(GeneralName.dNSName, "localhost"),
                new GeneralName(GeneralName.iPAddress, "127.0.0.1"),
                new GeneralName(GeneralName.iPAddress, "::1")
            });
            X509CertificateHolder certificate = builder(caName, new X500Name("CN=chartroom-dev"), serving, clock)
                    .addExtension(Extension.subjectAlternativeName, false, names)
                    .addExtension(
                            Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth))
                    .build(new JcaContentSignerBuilder(SIGNATURE).build(ca.getPrivate()));
            return new DevCertificates(
                    pem(caCertificate), pem(certificate), pem(new JcaPKCS8Generator(serving.getPrivate(), null)));
        } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
            throw new IllegalStateException("this JDK cannot create ECDSA certificates", e);
        }
    }

    private static KeyPair keyPair() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return generator.generateKeyPair();
    }

    private static X509v3CertificateBuilder builder(X500Name issuer, X500Name subject, KeyPair keys, Clock clock) {
        Instant now = clock.instant();
        return new JcaX509v3CertificateBuilder(
                issuer,
                new BigInteger(127, new SecureRandom()),
                Date.from(now.minus(Duration.ofMinutes(5))),
                Date.from(now.plus(VALIDITY)),
                subject,
                keys.getPublic());
    }

    private static String pem(Object object) throws IOException {
        StringWriter text = new StringWriter();
        try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
            writer.writeObject(object);
        }
        return text.toString();
    }
}
