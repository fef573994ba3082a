package dev.chartroom.e2e.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CuttableProxyTest {
    private static final int BYTES = 8 * 1024 * 1024;

    @Test
    void delayDefersBytesAndLimitsNoBandwidth() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                CuttableProxy proxy = CuttableProxy.to("127.0.0.1", server.getLocalPort())) {
            proxy.delay(Duration.ofMillis(500));
            long begin = System.nanoTime();
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
                    Socket accepted = server.accept()) {
                Thread.ofVirtual().start(() -> send(accepted));
                InputStream in = client.getInputStream();
                assertThat(in.read()).isEqualTo(7);
                assertThat(System.nanoTime() - begin)
                        .isGreaterThanOrEqualTo(Duration.ofMillis(500).toNanos());
                // If each of the 16 KiB parts waited for the one before, this would take four minutes.
                assertThat(in.readAllBytes()).hasSize(BYTES - 1);
            }
        }
    }

    @Test
    void bytesBeforeTheEndOfAConnectionArrive() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                CuttableProxy proxy = CuttableProxy.to("127.0.0.1", server.getLocalPort());
                Socket client = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
                Socket accepted = server.accept()) {
            send(accepted);
            assertThat(client.getInputStream().readAllBytes()).hasSize(BYTES);
        }
    }

    private static void send(Socket accepted) {
        try (OutputStream out = accepted.getOutputStream()) {
            byte[] bytes = new byte[BYTES];
            bytes[0] = 7;
            out.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
