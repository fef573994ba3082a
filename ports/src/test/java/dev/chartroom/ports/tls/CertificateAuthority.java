package dev.chartroom.ports.tls;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;

/**
 * A certificate authority for tests: ECDSA P-256. Certificates are valid for a day, except those with an explicit end
 * and those of a {@link CertificateProfile}.
 */
public record CertificateAuthority(Identity identity) {

    /** Creates a self-signed authority with that name. */
    public static CertificateAuthority create(String commonName) {
        return create(commonName, UnaryOperator.identity());
    }

    /** As {@link #create(String)}, with a changed profile. */
    public static CertificateAuthority create(String commonName, UnaryOperator<CertificateProfile> change) {
        return new CertificateAuthority(Identity.selfSigned(change.apply(profile(commonName))));
    }

    /** Returns an existing authority from its certificate and its key (SEC 1 or PKCS #8) in PEM. */
    public static CertificateAuthority ofPem(String certificatePem, String keyPem) {
        try (var certificates = new PEMParser(new StringReader(certificatePem));
                var keys = new PEMParser(new StringReader(keyPem))) {
            var converter = new JcaPEMKeyConverter();
            Object read = keys.readObject();
            PrivateKey key = read instanceof PEMKeyPair pair
                    ? converter.getKeyPair(pair).getPrivate()
                    : converter.getPrivateKey((PrivateKeyInfo) read);
            X509Certificate certificate =
                    new JcaX509CertificateConverter().getCertificate((X509CertificateHolder) certificates.readObject());
            return new CertificateAuthority(new Identity(certificate, key));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (CertificateException e) {
            throw new IllegalStateException(e);
        }
    }

    public static KeyPair newKeyPair() {
        return CertificateSigner.newKeyPair();
    }

    public X509Certificate certificate() {
        return identity.certificate();
    }

    /** Returns the authority's certificate in PEM. */
    public String pem() {
        return identity.certificatePem();
    }

    /** Returns the authority's key in PEM (PKCS #8). */
    public String keyPem() {
        return identity.keyPem();
    }

    /** Creates an authority whose certificate this authority signs. */
    public CertificateAuthority intermediate(String commonName, UnaryOperator<CertificateProfile> change) {
        return new CertificateAuthority(issue(change.apply(profile(commonName))));
    }

    /**
     * Issues a client certificate: the common name is the user, the organizations are the groups (wire contract C4).
     */
    public Identity client(String user, String... groups) {
        var subject = new X500NameBuilder(BCStyle.INSTANCE);
        Arrays.stream(groups).forEach(group -> subject.addRDN(BCStyle.O, group));
        return issue(
                CertificateProfile.of(subject.addRDN(BCStyle.CN, user).build()).usage(KeyPurposeId.id_kp_clientAuth));
    }

    /**
     * Issues a serving certificate with these DNS names and IP addresses as subject alternative names (wire contract
     * B3).
     */
    public Identity server(String... names) {
        return issue(serving(names));
    }

    /** As {@link #server}, but valid until {@code end}, which may be in the past. */
    public Identity serverUntil(Instant end, String... names) {
        return issue(serving(names).until(end));
    }

    public Identity issue(CertificateProfile profile) {
        KeyPair keys = CertificateSigner.newKeyPair();
        X500Name issuer =
                X500Name.getInstance(certificate().getSubjectX500Principal().getEncoded());
        return new Identity(
                CertificateSigner.sign(profile, keys.getPublic(), issuer, identity.key()), keys.getPrivate());
    }

    private static CertificateProfile profile(String commonName) {
        return CertificateProfile.named(commonName).authority();
    }

    private static CertificateProfile serving(String... names) {
        return CertificateProfile.named(names[0])
                .usage(KeyPurposeId.id_kp_serverAuth)
                .names(names);
    }
}
