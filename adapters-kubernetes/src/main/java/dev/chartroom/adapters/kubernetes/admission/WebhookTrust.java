package dev.chartroom.adapters.kubernetes.admission;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import okhttp3.OkHttpClient;

/** The authorities that may issue the certificate of a webhook. */
record WebhookTrust(SSLContext context, X509TrustManager manager) {

    /**
     * @param caBundle certificates in PEM, encoded in base64
     * @throws IOException if they cannot be read
     */
    static WebhookTrust of(String caBundle) throws IOException {
        try {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int index = 0;
            for (Certificate certificate : CertificateFactory.getInstance("X.509")
                    .generateCertificates(
                            new ByteArrayInputStream(Base64.getDecoder().decode(caBundle)))) {
                store.setCertificateEntry("ca-" + index++, certificate);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            X509TrustManager manager = Arrays.stream(factory.getTrustManagers())
                    .filter(X509TrustManager.class::isInstance)
                    .map(X509TrustManager.class::cast)
                    .findFirst()
                    .orElseThrow();
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {manager}, null);
            return new WebhookTrust(context, manager);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException("unable to load root certificates: " + e.getMessage(), e);
        }
    }

    OkHttpClient applied(OkHttpClient client) {
        return client.newBuilder()
                .sslSocketFactory(context.getSocketFactory(), manager)
                .build();
    }
}
