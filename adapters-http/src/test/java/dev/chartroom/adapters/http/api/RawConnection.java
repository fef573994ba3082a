package dev.chartroom.adapters.http.api;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLSocket;

/** A connection that sends any text. Its small receive buffer keeps few unread bytes in the network. */
final class RawConnection implements AutoCloseable {
    private static final int RECEIVE_BUFFER = 64 << 10;

    private final SSLSocket socket;

    RawConnection(int port) throws IOException {
        socket = (SSLSocket) TestServer.tls().getSocketFactory().createSocket();
        socket.setReceiveBufferSize(RECEIVE_BUFFER);
        socket.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
        socket.setSoTimeout(10_000);
        socket.startHandshake();
    }

    RawConnection send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return this;
    }

    /** Reads everything until the server closes the connection. */
    String readAll() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Reads everything until the first empty line. */
    String readHead() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) socket.getInputStream().read());
        }
        return head.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
