package dev.chartroom.adapters.http.api;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http2.hpack.HPackDecoder;
import org.apache.hc.core5.http2.hpack.HPackEncoder;
import org.apache.hc.core5.http2.hpack.HPackException;
import org.apache.hc.core5.util.ByteArrayBuffer;

/** An HTTP/2 connection that sends any frame. It widens windows only if a test sends the frame for that. */
final class RawMultiplexedConnection implements AutoCloseable {
    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int PING = 6;
    static final int GOAWAY = 7;
    static final int WINDOW_UPDATE = 8;
    static final int CONTINUATION = 9;
    static final int END_STREAM = 1;
    static final int END_HEADERS = 4;
    static final int PADDED = 8;
    static final int PRIORITY = 0x20;
    private static final int CANCEL = 8;
    private static final int INITIAL_WINDOW_SIZE = 4;
    private static final int FRAME = 16 * 1024;

    /** In bytes, until the server sends another size (RFC 9113, 6.9.2). */
    private static final int FIRST_WINDOW = 65_535;

    private final SSLSocket socket;
    private final DataInputStream in;
    /** Frames that were read while the client waited for a window. */
    private final Deque<Frame> early = new ArrayDeque<>();

    /** The difference between the window of each stream and that of a new stream. */
    private final Map<Integer, Integer> windows = new HashMap<>();

    private final HPackDecoder decoder = new HPackDecoder(4096, StandardCharsets.US_ASCII);
    private final HPackEncoder encoder = new HPackEncoder(4096, StandardCharsets.ISO_8859_1);
    private int window = FIRST_WINDOW;
    private int streamWindow = FIRST_WINDOW;

    /**
     * A frame from the server.
     *
     * @param status the status code in a frame of headers; 0 for other frames
     */
    record Frame(int type, int flags, int stream, String payload, int status) {
        boolean isEnd() {
            return (type == DATA || type == HEADERS) && (flags & END_STREAM) != 0;
        }
    }

    RawMultiplexedConnection(int port) throws IOException {
        this(port, TestServer.tls());
    }

    /** @param tls the TLS context with the client's certificate */
    RawMultiplexedConnection(int port, SSLContext tls) throws IOException {
        this(port, tls, "127.0.0.1");
    }

    /** Connects from another address of this host. */
    RawMultiplexedConnection(int port, SSLContext tls, String from) throws IOException {
        socket = (SSLSocket) tls.getSocketFactory()
                .createSocket(InetAddress.ofLiteral("127.0.0.1"), port, InetAddress.ofLiteral(from), 0);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        socket.setSSLParameters(parameters);
        socket.setSoTimeout(10_000);
        socket.setTcpNoDelay(true);
        in = new DataInputStream(socket.getInputStream());
        write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
        write(frame(SETTINGS, 0, 0, new byte[0]));
    }

    /** Returns how many bytes of bodies the connection may send now. */
    int window() {
        return window;
    }

    /**
     * Sends a part of a body as soon as the windows of the connection and of the stream allow it.
     *
     * @return false if the response begins before the windows allow it; then nothing was sent
     */
    boolean sendBody(int stream, byte[] data, boolean last) throws IOException {
        return sendBody(stream, data, last ? END_STREAM : 0);
    }

    /** Sends a part of a body whose payload begins with the length of its padding. */
    boolean sendPadded(int stream, byte[] payload, boolean last) throws IOException {
        return sendBody(stream, payload, PADDED | (last ? END_STREAM : 0));
    }

    private boolean sendBody(int stream, byte[] data, int flags) throws IOException {
        while (window < data.length || streamWindow + windows.getOrDefault(stream, 0) < data.length) {
            Frame frame = read();
            early.add(frame);
            if (frame.stream == stream && frame.type == HEADERS) {
                return false;
            }
        }
        window -= data.length;
        windows.merge(stream, -data.length, Integer::sum);
        write(frame(DATA, flags, stream, data));
        return true;
    }

    /** Returns the beginning of a request. The headers are pairs of name and value. */
    static byte[] head(int stream, String method, String path, int flags, String... headers) {
        ByteArrayOutputStream fields = new ByteArrayOutputStream();
        fields.write(0x87);
        literal(fields, 1, "localhost");
        literal(fields, 2, method);
        literal(fields, 4, path);
        for (int i = 0; i < headers.length; i += 2) {
            field(fields, headers[i], headers[i + 1]);
        }
        return frame(HEADERS, END_HEADERS | flags, stream, fields.toByteArray());
    }

    /** Returns exactly these headers, as pairs of name and value. It adds no pseudo-headers. */
    static byte[] fields(int stream, int flags, String... headers) {
        ByteArrayOutputStream fields = new ByteArrayOutputStream();
        for (int i = 0; i < headers.length; i += 2) {
            fields.write(0);
            for (String text : List.of(headers[i], headers[i + 1])) {
                byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
                fields.write(bytes.length);
                fields.writeBytes(bytes);
            }
        }
        return frame(HEADERS, END_HEADERS | flags, stream, fields.toByteArray());
    }

    /** Sends a GET with these names and values of headers, in as many frames as they need. */
    void sendHead(int stream, String path, int flags, List<String> headers) throws IOException {
        List<Header> all = new ArrayList<>(List.of(
                new BasicHeader(":method", "GET"),
                new BasicHeader(":scheme", "https"),
                new BasicHeader(":authority", "localhost"),
                new BasicHeader(":path", path)));
        sendBlock(stream, flags, all, headers);
    }

    /** Ends a request with these names and values of trailers, in as many frames as they need. */
    void sendTrailers(int stream, List<String> trailers) throws IOException {
        sendBlock(stream, END_STREAM, new ArrayList<>(), trailers);
    }

    private void sendBlock(int stream, int flags, List<Header> all, List<String> more) throws IOException {
        for (int i = 0; i < more.size(); i += 2) {
            all.add(new BasicHeader(more.get(i), more.get(i + 1)));
        }
        ByteArrayBuffer block = new ByteArrayBuffer(1024);
        encoder.encodeHeaders(block, all, true);
        byte[] bytes = block.toByteArray();
        for (int from = 0; from < bytes.length; from += FRAME) {
            int to = Math.min(bytes.length, from + FRAME);
            int end = to == bytes.length ? END_HEADERS : 0;
            write(frame(
                    from == 0 ? HEADERS : CONTINUATION,
                    from == 0 ? end | flags : end,
                    stream,
                    Arrays.copyOfRange(bytes, from, to)));
        }
    }

    /** Returns trailers: headers that follow a body and end the request. */
    static byte[] trailers(int stream) {
        ByteArrayOutputStream fields = new ByteArrayOutputStream();
        field(fields, "x-checksum", "1");
        return frame(HEADERS, END_HEADERS | END_STREAM, stream, fields.toByteArray());
    }

    /** Returns a complete GET request without a body. */
    static byte[] request(int stream, String path) {
        return headers(stream, 0x82, path, END_STREAM);
    }

    /** Returns a complete GET request that {@link Users} authenticates as the given user. */
    static byte[] requestOf(String user, int stream, String path) {
        return headers(stream, 0x82, path, END_STREAM, user);
    }

    /** Returns the beginning of a POST with a body. */
    static byte[] upload(int stream, String path) {
        return headers(stream, 0x83, path, 0);
    }

    /** Returns the beginning of a GET with a body, which no handler reads. */
    static byte[] requestWithBody(int stream, String path) {
        return headers(stream, 0x82, path, 0);
    }

    /** Returns one byte of a body. */
    static byte[] data(int stream) {
        return frame(DATA, 0, stream, new byte[] {'x'});
    }

    static byte[] reset(int stream) {
        return frame(RST_STREAM, 0, stream, new byte[] {0, 0, 0, CANCEL});
    }

    /** @param stream zero for the connection */
    static byte[] windowUpdate(int stream, int bytes) {
        return frame(WINDOW_UPDATE, 0, stream, new byte[] {
            (byte) (bytes >> 24), (byte) (bytes >> 16), (byte) (bytes >> 8), (byte) bytes
        });
    }

    RawMultiplexedConnection send(byte[]... frames) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] frame : frames) {
            all.writeBytes(frame);
        }
        write(all.toByteArray());
        return this;
    }

    /** Returns the next frame that matches, and skips others. */
    Frame read(Predicate<Frame> wanted) throws IOException {
        while (true) {
            Frame frame = early.isEmpty() ? read() : early.remove();
            if (wanted.test(frame)) {
                return frame;
            }
            if (frame.type == GOAWAY) {
                throw new IOException("the server ends the connection: " + frame.payload.substring(8));
            }
        }
    }

    /** Waits until the server has processed all frames sent so far. Fails if it ends the connection. */
    void ping() throws IOException {
        send(frame(PING, 0, 0, new byte[8]));
        read(frame -> frame.type == PING);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** Returns true once the server closes the connection, possibly after further frames. */
    boolean isClosed() throws IOException {
        try {
            while (true) {
                read();
            }
        } catch (EOFException _) {
            return true;
        }
    }

    private Frame read() throws IOException {
        int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        byte[] payload = in.readNBytes(length);
        int status = 0;
        switch (type) {
            case WINDOW_UPDATE -> widen(stream, ByteBuffer.wrap(payload).getInt());
            case SETTINGS -> settings(ByteBuffer.wrap(payload));
            case HEADERS -> status = status(ByteBuffer.wrap(payload));
            default -> {}
        }
        return new Frame(type, flags, stream, new String(payload, StandardCharsets.ISO_8859_1), status);
    }

    private void widen(int stream, int bytes) {
        if (stream == 0) {
            window += bytes;
        } else {
            windows.merge(stream, bytes, Integer::sum);
        }
    }

    private void settings(ByteBuffer settings) {
        while (settings.hasRemaining()) {
            int name = settings.getShort();
            int value = settings.getInt();
            if (name == INITIAL_WINDOW_SIZE) {
                streamWindow = value;
            }
        }
    }

    private int status(ByteBuffer block) throws IOException {
        try {
            return decoder.decodeHeaders(block).stream()
                    .filter(header -> header.getName().equals(":status"))
                    .mapToInt(header -> Integer.parseInt(header.getValue()))
                    .findFirst()
                    .orElse(0);
        } catch (HPackException e) {
            throw new IOException(e);
        }
    }

    private void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    /** Returns headers in HPACK: two indexed fields, two literals with indexed names, and literals with new names. */
    private static byte[] headers(int stream, int method, String path, int flags, String... users) {
        ByteArrayOutputStream fields = new ByteArrayOutputStream();
        fields.write(method);
        fields.write(0x87);
        literal(fields, 1, "localhost");
        literal(fields, 4, path);
        for (String user : users) {
            field(fields, Users.HEADER, user);
        }
        return frame(HEADERS, END_HEADERS | flags, stream, fields.toByteArray());
    }

    private static void field(ByteArrayOutputStream fields, String name, String value) {
        fields.write(0);
        fields.write(name.length());
        fields.writeBytes(name.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.ISO_8859_1));
        fields.write(value.length());
        fields.writeBytes(value.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static void literal(ByteArrayOutputStream fields, int name, String value) {
        if (value.length() > 126) {
            throw new IllegalArgumentException("needs more than one byte for its length: " + value);
        }
        fields.write(name);
        fields.write(value.length());
        fields.writeBytes(value.getBytes(StandardCharsets.ISO_8859_1));
    }

    static byte[] frame(int type, int flags, int stream, byte[] payload) {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(payload.length >> 16);
        frame.write(payload.length >> 8);
        frame.write(payload.length);
        frame.write(type);
        frame.write(flags);
        frame.write(stream >> 24);
        frame.write(stream >> 16);
        frame.write(stream >> 8);
        frame.write(stream);
        frame.writeBytes(payload);
        return frame.toByteArray();
    }
}
