package dev.chartroom.adapters.http.api;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** An HTTP/2 connection on which any frame can be sent, and whose windows are widened by hand. */
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

    private final SSLSocket socket;
    private final DataInputStream in;

    /** What the server says. */
    record Frame(int type, int flags, int stream, String payload) {
        boolean isEnd() {
            return (type == DATA || type == HEADERS) && (flags & END_STREAM) != 0;
        }
    }

    RawMultiplexedConnection(int port) throws IOException {
        this(port, TestServer.tls());
    }

    /** @param tls has the client's certificate */
    RawMultiplexedConnection(int port, SSLContext tls) throws IOException {
        socket = (SSLSocket) tls.getSocketFactory().createSocket(InetAddress.ofLiteral("127.0.0.1"), port);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        socket.setSSLParameters(parameters);
        socket.setSoTimeout(10_000);
        in = new DataInputStream(socket.getInputStream());
        write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
        write(frame(SETTINGS, 0, 0, new byte[0]));
    }

    /** A whole request without a body. */
    static byte[] request(int stream, String path) {
        return headers(stream, 0x82, path, END_STREAM);
    }

    /** The same of a user whom {@link Users} knows. */
    static byte[] requestOf(String user, int stream, String path) {
        return headers(stream, 0x82, path, END_STREAM, user);
    }

    /** The beginning of a request with a body. */
    static byte[] upload(int stream, String path) {
        return headers(stream, 0x83, path, 0);
    }

    /** The same of a request whose body nobody wants. */
    static byte[] requestWithBody(int stream, String path) {
        return headers(stream, 0x82, path, 0);
    }

    /** A part of a body. */
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

    /** The next frame of this kind; others are passed over. */
    Frame read(Predicate<Frame> wanted) throws IOException {
        while (true) {
            Frame frame = read();
            if (wanted.test(frame)) {
                return frame;
            }
            if (frame.type == GOAWAY) {
                throw new IOException("the server ends the connection: " + frame.payload.substring(8));
            }
        }
    }

    /** Returns when the server has seen to all that was sent, and is still there. */
    void ping() throws IOException {
        send(frame(PING, 0, 0, new byte[8]));
        read(frame -> frame.type == PING);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** True where the server closes the connection, whatever it says before. */
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
        return new Frame(type, flags, stream, new String(in.readNBytes(length), StandardCharsets.ISO_8859_1));
    }

    private void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    /** In HPACK: two fields of its table, two literals with names of it, and others with names of their own. */
    private static byte[] headers(int stream, int method, String path, int flags, String... users) {
        ByteArrayOutputStream fields = new ByteArrayOutputStream();
        fields.write(method);
        fields.write(0x87);
        literal(fields, 1, "localhost");
        literal(fields, 4, path);
        for (String user : users) {
            byte[] name = Users.HEADER.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.ISO_8859_1);
            fields.write(0);
            fields.write(name.length);
            fields.writeBytes(name);
            fields.write(user.length());
            fields.writeBytes(user.getBytes(StandardCharsets.ISO_8859_1));
        }
        return frame(HEADERS, END_HEADERS | flags, stream, fields.toByteArray());
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
