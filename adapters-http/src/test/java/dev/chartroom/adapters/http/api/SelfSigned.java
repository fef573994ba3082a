package dev.chartroom.adapters.http.api;

import dev.chartroom.ports.tls.CertificateProfile;
import dev.chartroom.ports.tls.Identity;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
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
        Identity identity =
                Identity.selfSigned(CertificateProfile.named(commonName).names("127.0.0.1"));
        try {
            KeyStore keys = emptyStore();
            keys.setKeyEntry("key", identity.key(), PASSWORD, new X509Certificate[] {identity.certificate()});
            return new SelfSigned(identity.certificate(), keys);
        } catch (GeneralSecurityException e) {
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
