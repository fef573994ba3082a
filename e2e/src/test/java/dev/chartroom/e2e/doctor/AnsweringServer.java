package dev.chartroom.e2e.doctor;

import dev.chartroom.ports.tls.Identity;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import javax.net.ssl.SSLServerSocket;

/** An aggregated server that gives each request the same answer, or none. */
final class AnsweringServer implements AutoCloseable {
    private final SSLServerSocket socket;
    private final byte[] response;

    /** Starts a server whose clock shows {@code time}. It answers each request with an empty list of resources. */
    static AnsweringServer skewed(Identity serving, String group, Instant time) throws IOException {
        return new AnsweringServer(
                serving,
                answer(
                        200,
                        time,
                        "{\"kind\":\"APIResourceList\",\"apiVersion\":\"v1\",\"groupVersion\":\"" + group
                                + "/v1\",\"resources\":[]}"));
    }

    /** Starts a server that answers each request with {@code status}. */
    static AnsweringServer failing(Identity serving, int status) throws IOException {
        return new AnsweringServer(serving, answer(status, Instant.now(), "{}"));
    }

    /** Starts a server that reads requests and closes the connections without an answer. */
    static AnsweringServer silent(Identity serving) throws IOException {
        return new AnsweringServer(serving, "");
    }

    private static String answer(int status, Instant time, String body) {
        return "HTTP/1.1 " + status + " Answer\r\nContent-Type: application/json\r\nConnection: close\r\nDate: "
                + DateTimeFormatter.RFC_1123_DATE_TIME.format(time.atZone(ZoneOffset.UTC)) + "\r\nContent-Length: "
                + body.length() + "\r\n\r\n" + body;
    }

    private AnsweringServer(Identity serving, String response) throws IOException {
        this.response = response.getBytes(StandardCharsets.US_ASCII);
        socket = (SSLServerSocket) serving.sslContext(serving.certificatePem())
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.startVirtualThread(this::accept);
    }

    int port() {
        return socket.getLocalPort();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                Thread.startVirtualThread(() -> answer(connection));
            } catch (IOException _) {
                // The server was closed, or a client broke off.
            }
        }
    }

    private void answer(Socket connection) {
        try (connection) {
            BufferedReader request =
                    new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
            String line = request.readLine();
            while (line != null && !line.isEmpty()) {
                line = request.readLine();
            }
            connection.getOutputStream().write(response);
        } catch (IOException _) {
            // The client broke off.
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
