package dev.chartroom.bootstrap.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.bootstrap.dev.DevMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServingCertificateFilesTest {
    private static final Instant TODAY = Instant.parse("2026-06-01T00:00:00Z");
    private static final Duration OFTEN = Duration.ofMillis(5);
    private static final Pair FIRST = Pair.made(TODAY);
    private static final Pair SECOND = Pair.made(TODAY.plus(Duration.ofDays(20)));

    private record Pair(String certificate, String key) {
        static Pair made(Instant when) {
            DevMode dev = DevMode.prepare("127.0.0.1", 0, Path.of("."), Clock.fixed(when, ZoneOffset.UTC));
            return new Pair(dev.servingCertificate(), dev.servingKey());
        }

        X509Certificate leaf() {
            return ServingCertificate.of(certificate, key).chain().getFirst();
        }
    }

    @TempDir
    private Path folder;

    private Path certificateFile;
    private Path keyFile;

    @BeforeEach
    void write() throws IOException {
        certificateFile = folder.resolve("tls.crt");
        keyFile = folder.resolve("tls.key");
        write(FIRST);
    }

    @Test
    void newHandshakesUseTheCurrentFiles() throws Exception {
        try (ServingCertificateFiles files = follow();
                Handshakes handshakes = new Handshakes(files.context())) {
            assertThat(handshakes.shown()).isEqualTo(FIRST.leaf());

            write(SECOND);
            Awaitility.await()
                    .untilAsserted(() -> assertThat(handshakes.shown()).isEqualTo(SECOND.leaf()));
            assertThat(files.expires()).isEqualTo(SECOND.leaf().getNotAfter().toInstant());

            write(FIRST);
            Awaitility.await()
                    .untilAsserted(() -> assertThat(handshakes.shown()).isEqualTo(FIRST.leaf()));
        }
    }

    @Test
    void openConnectionsSurviveACertificateChange() throws Exception {
        try (ServingCertificateFiles files = follow();
                Handshakes handshakes = new Handshakes(files.context());
                SSLSocket open = handshakes.connected()) {
            assertThat(echoed(open)).isEqualTo('a');
            write(SECOND);
            Awaitility.await()
                    .until(() ->
                            files.expires().equals(SECOND.leaf().getNotAfter().toInstant()));
            assertThat(echoed(open)).isEqualTo('a');
        }
    }

    @Test
    void replacedCertificateIsServedOnlyAfterItsKeyIsReplaced() throws Exception {
        try (ServingCertificateFiles files = follow();
                Handshakes handshakes = new Handshakes(files.context())) {
            Files.writeString(certificateFile, SECOND.certificate());
            Awaitility.await().pollDelay(OFTEN.multipliedBy(10)).until(() -> true);
            assertThat(handshakes.shown()).isEqualTo(FIRST.leaf());

            Files.writeString(keyFile, SECOND.key());
            Awaitility.await()
                    .untilAsserted(() -> assertThat(handshakes.shown()).isEqualTo(SECOND.leaf()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nothing of use", "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n"})
    void invalidFilesLeaveTheLastValidCertificateServed(String certificate) throws Exception {
        try (ServingCertificateFiles files = follow();
                Handshakes handshakes = new Handshakes(files.context())) {
            Files.writeString(certificateFile, certificate);
            Awaitility.await().pollDelay(OFTEN.multipliedBy(10)).until(() -> true);
            assertThat(handshakes.shown()).isEqualTo(FIRST.leaf());

            Files.delete(certificateFile);
            Awaitility.await().pollDelay(OFTEN.multipliedBy(10)).until(() -> true);
            assertThat(handshakes.shown()).isEqualTo(FIRST.leaf());

            write(SECOND);
            Awaitility.await()
                    .untilAsserted(() -> assertThat(handshakes.shown()).isEqualTo(SECOND.leaf()));
        }
    }

    @Test
    void startFailsIfTheKeyIsMissingOrDoesNotMatch() throws IOException {
        Files.writeString(keyFile, SECOND.key());
        assertThatThrownBy(this::follow)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not match");
        Files.delete(keyFile);
        assertThatThrownBy(this::follow)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(keyFile.toString());
    }

    @Test
    void certificateOutsideItsValidityIsReported() {
        ServingCertificate certificate = ServingCertificate.of(FIRST.certificate(), FIRST.key());
        assertThat(certificate.problem(TODAY)).isEmpty();
        assertThat(certificate.problem(TODAY.minus(Duration.ofDays(1))))
                .hasValueSatisfying(why -> assertThat(why).contains("not valid before"));
        assertThat(certificate.problem(certificate.expires().minusSeconds(1))).isEmpty();
        assertThat(certificate.problem(certificate.expires()))
                .hasValueSatisfying(why -> assertThat(why).contains("expired"));
    }

    private ServingCertificateFiles follow() {
        return ServingCertificateFiles.follow(certificateFile, keyFile, Clock.fixed(TODAY, ZoneOffset.UTC), OFTEN);
    }

    private void write(Pair pair) throws IOException {
        Files.writeString(certificateFile, pair.certificate());
        Files.writeString(keyFile, pair.key());
    }

    private static int echoed(SSLSocket socket) throws IOException {
        socket.getOutputStream().write('a');
        socket.getOutputStream().flush();
        return socket.getInputStream().read();
    }

    /** An echo server over TLS, and connections to it. */
    private static final class Handshakes implements AutoCloseable {
        private final SSLServerSocket server;
        private final AtomicReference<X509Certificate> shown = new AtomicReference<>();
        private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

        Handshakes(SSLContext context) throws IOException {
            server = (SSLServerSocket)
                    context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));
            var _ = threads.submit(this::accept);
        }

        private void accept() {
            try {
                while (true) {
                    SSLSocket socket = (SSLSocket) server.accept();
                    var _ = threads.submit(() -> {
                        try (socket) {
                            socket.getInputStream().transferTo(socket.getOutputStream());
                        }
                        return null;
                    });
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Connects without an earlier session, which could be resumed. */
        SSLSocket connected() throws IOException, GeneralSecurityException {
            SSLContext client = SSLContext.getInstance("TLS");
            client.init(null, new TrustManager[] {new Noting(shown)}, null);
            SSLSocket socket = (SSLSocket)
                    client.getSocketFactory().createSocket(InetAddress.ofLiteral("127.0.0.1"), server.getLocalPort());
            socket.startHandshake();
            return socket;
        }

        X509Certificate shown() throws IOException, GeneralSecurityException {
            connected().close();
            return shown.get();
        }

        @Override
        public void close() throws IOException {
            server.close();
            threads.shutdownNow();
        }
    }

    private record Noting(AtomicReference<X509Certificate> shown) implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {
            shown.set(List.of(chain).getFirst());
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
