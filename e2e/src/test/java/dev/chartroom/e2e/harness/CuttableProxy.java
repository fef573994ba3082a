package dev.chartroom.e2e.harness;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/** A TCP relay on loopback that can be cut and restored to simulate an outage of the server behind it. */
public final class CuttableProxy implements AutoCloseable {
    private final ServerSocket server;
    private final String host;
    private final IntSupplier port;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Set<Socket> silent = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;
    private volatile long delayMillis;

    private CuttableProxy(ServerSocket server, String host, IntSupplier port) {
        this.server = server;
        this.host = host;
        this.port = port;
    }

    public static CuttableProxy to(String host, int port) {
        return to(host, () -> port);
    }

    /** As above, with a port that is chosen for each connection. A connection ends at once if the port is 0. */
    public static CuttableProxy to(String host, IntSupplier port) {
        try {
            CuttableProxy proxy =
                    new CuttableProxy(new ServerSocket(0, 128, InetAddress.getLoopbackAddress()), host, port);
            Thread.ofVirtual().start(proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return server.getLocalPort();
    }

    /** Closes every connection and rejects new ones until {@link #restore}. */
    public void cut() {
        cut = true;
        sockets.forEach(CuttableProxy::closeQuietly);
        sockets.clear();
    }

    /** Stops relaying on the open connections without closing them, as if the machine were gone. */
    public void silence() {
        silent.addAll(sockets);
    }

    public void restore() {
        cut = false;
    }

    /** Delays all data from the server behind it by this much from now on. */
    public void delay(Duration delay) {
        delayMillis = delay.toMillis();
    }

    @Override
    public void close() {
        cut();
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                // A server that does not accept connections must not delay the others.
                Thread.ofVirtual().start(() -> connect(client));
            } catch (IOException _) {
                // The server socket was closed.
            }
        }
    }

    private void connect(Socket client) {
        int upstream = cut ? 0 : port.getAsInt();
        try {
            if (upstream == 0) {
                client.close();
            } else {
                relay(client, new Socket(host, upstream));
            }
        } catch (IOException _) {
            // The upstream is down: the client sees its connection end.
            closeQuietly(client);
        }
    }

    private void relay(Socket client, Socket upstream) throws IOException {
        client.setTcpNoDelay(true);
        upstream.setTcpNoDelay(true);
        sockets.add(client);
        sockets.add(upstream);
        if (cut) {
            // It was cut while the connection was made.
            cut();
            return;
        }
        relay(client, upstream, () -> 0);
        relay(upstream, client, () -> delayMillis);
    }

    private void relay(Socket from, Socket to, LongSupplier millis) {
        DelayedBytes bytes = new DelayedBytes();
        Thread.ofVirtual().start(() -> read(from, bytes, millis));
        Thread.ofVirtual().start(() -> write(bytes, from, to));
    }

    private void read(Socket from, DelayedBytes bytes, LongSupplier millis) {
        try {
            InputStream in = from.getInputStream();
            byte[] buffer = new byte[16 * 1024];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (!silent.contains(from)) {
                    bytes.send(Arrays.copyOf(buffer, read), millis.getAsLong());
                }
            }
        } catch (IOException _) {
            // One side is gone: the other one gets what was read before.
        } finally {
            bytes.end();
        }
    }

    private void write(DelayedBytes bytes, Socket from, Socket to) {
        boolean isWritten = false;
        try {
            bytes.receive(to.getOutputStream());
            isWritten = true;
        } catch (IOException _) {
            // The receiver is gone.
        }
        forget(from);
        forget(to);
        if (!isWritten) {
            bytes.discard();
        }
    }

    private void forget(Socket socket) {
        closeQuietly(socket);
        sockets.remove(socket);
        silent.remove(socket);
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
