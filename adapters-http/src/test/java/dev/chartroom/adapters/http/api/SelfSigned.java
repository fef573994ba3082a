package dev.chartroom.adapters.http.api;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/** An ECDSA key with a self-signed certificate for 127.0.0.1. */
final class SelfSigned {
    private static final char[] PASSWORD = "changeit".toCharArray();

    private final X509Certificate certificate;
    private final KeyStore keys;

    private SelfSigned(X509Certificate certificate, KeyStore keys) {
        this.certificate = certificate;
        this.keys = keys;
    }

    static SelfSigned of(String commonName) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(256);
            KeyPair pair = generator.generateKeyPair();
            X500Name subject = new X500Name("CN=" + commonName);
            Instant now = Instant.now();
            JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    subject,
                    BigInteger.ONE,
                    Date.from(now.minus(Duration.ofHours(1))),
                    Date.from(now.plus(Duration.ofHours(1))),
                    subject,
                    pair.getPublic());
            builder.addExtension(
                    Extension.subjectAlternativeName,
                    false,
                    new GeneralNames(new GeneralName(GeneralName.iPAddress, "127.0.0.1")));
            X509Certificate certificate = new JcaX509CertificateConverter()
                    .getCertificate(
                            builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate())));
            KeyStore keys = emptyStore();
            keys.setKeyEntry("key", pair.getPrivate(), PASSWORD, new X509Certificate[] {certificate});
            return new SelfSigned(certificate, keys);
        } catch (GeneralSecurityException | OperatorCreationException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    X509Certificate certificate() {
        return certificate;
    }

    /** Returns the context of a server that presents this certificate and accepts any client certificate. */
    SSLContext server() {
        return context(this, new TrustManager[] {new AcceptsClients()});
    }

    /** Returns the context of a client that trusts only this certificate and presents its own, if it has one. */
    SSLContext client(SelfSigned... own) {
        try {
            KeyStore trusted = emptyStore();
            trusted.setCertificateEntry("server", certificate);
            TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(trusted);
            return context(own.length == 0 ? null : own[0], trust.getTrustManagers());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static SSLContext context(@Nullable SelfSigned own, TrustManager[] trust) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(own == null ? emptyStore() : own.keys, PASSWORD);
            context.init(keys.getKeyManagers(), trust, new SecureRandom());
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static KeyStore emptyStore() throws GeneralSecurityException {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, PASSWORD);
            return store;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class AcceptsClients implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {
            throw new UnsupportedOperationException();
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
