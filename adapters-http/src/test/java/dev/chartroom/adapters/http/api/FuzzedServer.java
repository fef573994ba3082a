package dev.chartroom.adapters.http.api;

import dev.chartroom.ports.fuzz.ProcessorTime;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A server with one object, and a client that sends any bytes and reconnects if necessary. Not thread-safe. */
final class FuzzedServer implements AutoCloseable {
    static final String OBJECT = ApiTest.ROOT + "/namespaces/shop/redises/cart";
    private static final int HANGS = 20_000;

    private final TestServer server = TestServer.startStandalone();
    private @Nullable SSLSocket socket;
    private @Nullable InputStream in;

    FuzzedServer() {
        server.send(
                "POST",
                OBJECT.substring(0, OBJECT.lastIndexOf('/')),
                "{\"metadata\":{\"name\":\"cart\",\"finalizers\":[\"example.com/wait\"]},\"spec\":{}}");
    }

    /**
     * Sends a request, and checks its response and the processor time that the server needs for it.
     *
     * @param prologue the method and what follows it on the first line, without a line break
     * @param headers whole lines
     */
    void assertForeseen(byte[] prologue, byte[] headers, String body) {
        byte[] request = request(prologue, headers, body);
        ProcessorTime.boundedOnAllThreads(
                request,
                () -> assertForeseen(request, new String(prologue, StandardCharsets.ISO_8859_1).startsWith("HEAD ")));
    }

    private void assertForeseen(byte[] request, boolean head) {
        try {
            answer(request, head).assertForeseen(head);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RawAnswer answer(byte[] request, boolean head) throws IOException {
        InputStream reused = in;
        if (reused != null) {
            try {
                return exchange(reused, request, head);
            } catch (IOException e) {
                // The server may have closed the connection after the last response without announcing it.
                disconnect();
            }
        }
        return exchange(connect(), request, head);
    }

    private RawAnswer exchange(InputStream answers, byte[] request, boolean head) throws IOException {
        if (socket == null) {
            throw new IllegalStateException("not connected");
        }
        socket.getOutputStream().write(request);
        RawAnswer answer = RawAnswer.read(answers, head);
        if (answer.isLast()) {
            disconnect();
        }
        return answer;
    }

    private InputStream connect() throws IOException {
        SSLSocket connected = (SSLSocket)
                TestServer.tls().getSocketFactory().createSocket(InetAddress.ofLiteral("127.0.0.1"), server.port());
        connected.setSoTimeout(HANGS);
        connected.setTcpNoDelay(true);
        socket = connected;
        InputStream answers = new BufferedInputStream(connected.getInputStream());
        in = answers;
        return answers;
    }

    private void disconnect() throws IOException {
        if (socket != null) {
            socket.close();
        }
        socket = null;
        in = null;
    }

    private static byte[] request(byte[] prologue, byte[] headers, String body) {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(prologue);
        request.writeBytes(ascii(" HTTP/1.1\r\nHost: a\r\n"));
        request.writeBytes(headers);
        request.writeBytes(ascii("Content-Length: " + body.length() + "\r\n\r\n" + body));
        return request.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void close() throws IOException {
        disconnect();
        server.close();
    }
}
