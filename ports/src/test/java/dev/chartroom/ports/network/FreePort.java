package dev.chartroom.ports.network;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports for servers that take seconds to start. The ports are below the system's ephemeral ports, so no connection
 * takes such a port meanwhile. No port is returned twice in this JVM.
 */
public final class FreePort {
    static final int FIRST = 10_000;
    /** Ephemeral ports start at 32768 on Linux, and at 49152 on other systems. */
    static final int END = 32_768;

    /** The first port depends on the process, so that other JVMs are likely to start with another port. */
    private static final AtomicInteger NEXT =
            new AtomicInteger((int) (ProcessHandle.current().pid() * 997 % (END - FIRST)));

    private FreePort() {}

    /** Returns a port that is free on the loopback address now. */
    public static int next() {
        for (int tries = 0; tries < END - FIRST; tries++) {
            int port = FIRST + NEXT.getAndIncrement() % (END - FIRST);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no port is free");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException _) {
            return false;
        }
    }
}
