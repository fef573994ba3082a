package dev.chartroom.ports.tls;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/** Makes ECDSA P-256 keys, and certificates that such keys sign. */
final class CertificateSigner {
    private static final SecureRandom RANDOM = new SecureRandom();

    private CertificateSigner() {}

    static KeyPair newKeyPair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"), RANDOM);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static X509Certificate sign(
            CertificateProfile profile, PublicKey subjectKey, X500Name issuer, PrivateKey issuerKey) {
        try {
            JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    issuer,
                    new BigInteger(96, RANDOM).add(BigInteger.ONE),
                    Date.from(profile.notBefore()),
                    Date.from(profile.notAfter()),
                    profile.subject(),
                    subjectKey);
            addExtensions(builder, profile);
            return new JcaX509CertificateConverter()
                    .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(issuerKey)));
        } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void addExtensions(JcaX509v3CertificateBuilder builder, CertificateProfile profile)
            throws IOException {
        if (profile.isAuthority()) {
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(true));
            builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign));
        }
        @Nullable KeyPurposeId usage = profile.usage();
        if (usage != null) {
            builder.addExtension(Extension.extendedKeyUsage, profile.isUsageCritical(), new ExtendedKeyUsage(usage));
        }
        if (!profile.names().isEmpty()) {
            GeneralName[] names =
                    profile.names().stream().map(CertificateSigner::generalName).toArray(GeneralName[]::new);
            builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
        }
    }

    private static GeneralName generalName(String name) {
        boolean isAddress = name.matches("[0-9.]+|.*:.*");
        return new GeneralName(isAddress ? GeneralName.iPAddress : GeneralName.dNSName, name);
    }
}
