package dev.chartroom.bootstrap.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The JVM options of the program. */
class JvmOptionsTest {
    private static final Path OPTIONS = Path.of("src/main/launcher/jvm.options");
    /** The exit code of a JVM that ran out of memory. */
    private static final int OUT_OF_MEMORY = 3;

    private static final String PASSWORD = "changeit";

    @TempDir
    Path folder;

    /** Allocates all memory and catches the resulting error. */
    public static final class Greedy {
        private Greedy() {}

        public static void main(String[] args) {
            List<byte[]> all = new ArrayList<>();
            try {
                while (true) {
                    all.add(new byte[1 << 20]);
                }
            } catch (OutOfMemoryError e) {
                System.exit(all.isEmpty() ? 1 : 0);
            }
        }
    }

    @Test
    void outOfMemoryErrorEndsTheProgram() throws Exception {
        assertThat(exitOf("-Xmx80m", Greedy.class.getName())).isEqualTo(OUT_OF_MEMORY);
    }

    @ParameterizedTest
    @ValueSource(longs = {512, 2048})
    void heapIsAShareOfTheContainersMemory(long mebibytes) throws Exception {
        assertThat(exitOf("-XX:MaxRAM=" + mebibytes + "m", "-XX:+PrintFlagsFinal", "-version"))
                .isZero();

        assertThat(maxHeap()).isBetween((mebibytes << 20) * 6 / 10, (mebibytes << 20) * 8 / 10);
    }

    /** Renegotiates a connection with TLS 1.2, and exits with 0 if the server refuses it. */
    public static final class Renegotiating {
        private Renegotiating() {}

        public static void main(String[] args) throws Exception {
            KeyStore keys = KeyStore.getInstance(new File(args[0]), PASSWORD.toCharArray());
            KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            own.init(keys, PASSWORD.toCharArray());
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(keys);
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(own.getKeyManagers(), trust.getTrustManagers(), null);
            try (ServerSocket listener = tls.getServerSocketFactory().createServerSocket(0)) {
                Thread.ofPlatform().daemon().start(() -> echo(listener));
                try (SSLSocket client =
                        (SSLSocket) tls.getSocketFactory().createSocket("127.0.0.1", listener.getLocalPort())) {
                    client.setEnabledProtocols(new String[] {"TLSv1.2"});
                    exchange(client);
                    System.exit(isRefused(client) ? 0 : 1);
                }
            }
        }

        private static void echo(ServerSocket listener) {
            try (Socket socket = listener.accept()) {
                socket.getInputStream().transferTo(socket.getOutputStream());
            } catch (IOException e) {
                System.out.println(e);
            }
        }

        private static boolean isRefused(SSLSocket client) {
            try {
                client.startHandshake();
                exchange(client);
                return false;
            } catch (IOException e) {
                System.out.println(e);
                return true;
            }
        }

        private static void exchange(SSLSocket client) throws IOException {
            client.getOutputStream().write(1);
            if (client.getInputStream().read() != 1) {
                throw new IOException("the connection ended");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"true, 0", "false, 1"})
    void clientInitiatedRenegotiationIsRefused(boolean asShipped, int exit) throws Exception {
        Path keys = folder.resolve("server.p12");
        assertThat(ended(
                        "keytool",
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=server",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        keys.toString()))
                .isZero();
        String undone = asShipped ? "-Dsome=thing" : "-Djdk.tls.rejectClientInitiatedRenegotiation=false";

        assertThat(exitOf(undone, Renegotiating.class.getName(), keys.toString()))
                .isEqualTo(exit);
    }

    private long maxHeap() throws IOException {
        return Files.readAllLines(folder.resolve("log")).stream()
                .filter(line -> line.strip().startsWith("size_t MaxHeapSize "))
                .mapToLong(line -> Long.parseLong(line.split("=")[1].strip().split(" ")[0]))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the exit code of a JVM with the program's options and these arguments. */
    private int exitOf(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "java",
                "@" + OPTIONS.toAbsolutePath(),
                "-cp",
                Path.of("target", "test-classes").toAbsolutePath().toString()));
        command.addAll(List.of(arguments));
        return ended(command.toArray(String[]::new));
    }

    private int ended(String... command) throws Exception {
        command[0] = Path.of(System.getProperty("java.home"), "bin", command[0]).toString();
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }
}
