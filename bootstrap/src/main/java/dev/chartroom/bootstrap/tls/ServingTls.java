package dev.chartroom.bootstrap.tls;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** The TLS context of the server. */
public final class ServingTls {

    private ServingTls() {}

    /**
     * Creates a context that serves a fixed certificate and accepts any client certificate. The handshake proves that
     * the client holds the key of its certificate. The certificate's user is determined per request (wire contract B4,
     * C3, C4).
     */
    public static SSLContext of(ServingCertificate certificate) {
        return of(new ServingKeys(certificate));
    }

    static SSLContext of(KeyManager keys) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {keys}, new TrustManager[] {new AnyClient()}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has TLS", e);
        }
    }

    /** Accepts any client certificate and rejects server certificates. */
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
