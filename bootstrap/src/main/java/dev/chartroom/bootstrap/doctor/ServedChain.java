package dev.chartroom.bootstrap.doctor;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The certificates that a server presents. Nothing is sent to the server, so the certificates may be accepted before
 * they are examined.
 *
 * @param certificates the certificate of the server first
 */
record ServedChain(List<X509Certificate> certificates) {
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    ServedChain {
        certificates = List.copyOf(certificates);
    }

    /** @throws IOException if no TLS server answers in time */
    static ServedChain at(String host, int port) throws IOException {
        int millis = Math.toIntExact(TIMEOUT.toMillis());
        try (Socket plain = new Socket()) {
            plain.connect(new InetSocketAddress(host, port), millis);
            plain.setSoTimeout(millis);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Recorder()}, null);
            try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true)) {
                socket.startHandshake();
                return new ServedChain(Arrays.stream(socket.getSession().getPeerCertificates())
                        .map(X509Certificate.class::cast)
                        .toList());
            }
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    /** Accepts every certificate. */
    private static final class Recorder extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
