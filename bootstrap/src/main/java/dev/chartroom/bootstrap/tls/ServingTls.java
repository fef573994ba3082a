package dev.chartroom.bootstrap.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;

/** The TLS context of the server. */
public final class ServingTls {
    private static final char[] NO_PASSWORD = {};

    private ServingTls() {}

    /**
     * Makes a context that serves a certificate and takes whatever certificate a client presents. The handshake proves
     * that the client holds its key; whom it belongs to is decided per request (wire contract B4, C3, C4).
     *
     * @param certificatePem the certificate and its intermediates
     * @param keyPem the private key, in PKCS#8, PKCS#1 or SEC 1 form
     * @throws IllegalArgumentException where these make no serving certificate
     */
    public static SSLContext of(String certificatePem, String keyPem) {
        try {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(null, NO_PASSWORD);
            keys.setKeyEntry("serving", privateKey(keyPem), NO_PASSWORD, certificates(certificatePem));
            KeyManagerFactory keyManagers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keyManagers.init(keys, NO_PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keyManagers.getKeyManagers(), new TrustManager[] {new AnyClient()}, null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalArgumentException("not a serving certificate and its key: " + e.getMessage(), e);
        }
    }

    private static Certificate[] certificates(String pem) throws GeneralSecurityException {
        Certificate[] chain = CertificateFactory.getInstance("X.509")
                .generateCertificates(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)))
                .toArray(Certificate[]::new);
        if (chain.length == 0) {
            throw new GeneralSecurityException("the certificate file holds no certificate");
        }
        return chain;
    }

    private static PrivateKey privateKey(String pem) throws IOException {
        try (PEMParser parser = new PEMParser(new StringReader(pem))) {
            for (Object object = parser.readObject(); object != null; object = parser.readObject()) {
                if (object instanceof PrivateKeyInfo key) {
                    return new JcaPEMKeyConverter().getPrivateKey(key);
                }
                if (object instanceof PEMKeyPair pair) {
                    return new JcaPEMKeyConverter().getPrivateKey(pair.getPrivateKeyInfo());
                }
            }
        }
        throw new IOException("the key file holds no private key");
    }

    /** Takes any client certificate. It is no trust manager for servers: those are refused. */
    private static final class AnyClient extends X509ExtendedTrustManager {
        private static final X509Certificate[] NONE = {};

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
            throw new CertificateException("this context is for serving only");
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
                throws CertificateException {
            checkServerTrusted(chain, authType);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
                throws CertificateException {
            checkServerTrusted(chain, authType);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return NONE;
        }
    }
}
