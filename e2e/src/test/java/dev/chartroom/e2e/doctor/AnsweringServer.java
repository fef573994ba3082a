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

/** An aggregated server whose clock shows another time. It answers each request with an empty list of resources. */
final class SkewedServer implements AutoCloseable {
    private final SSLServerSocket socket;
    private final byte[] response;

    SkewedServer(Identity serving, String group, Instant time) throws IOException {
        String body = "{\"kind\":\"APIResourceList\",\"apiVersion\":\"v1\",\"groupVersion\":\"" + group
                + "/v1\",\"resources\":[]}";
        response = ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nDate: "
                        + DateTimeFormatter.RFC_1123_DATE_TIME.format(time.atZone(ZoneOffset.UTC))
                        + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII);
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
