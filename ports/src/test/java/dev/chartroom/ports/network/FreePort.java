package dev.chartroom.ports.network;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports for servers that take seconds to start. They are below those that the system gives to clients, so no connection
 * takes one meanwhile, and no port is given twice in this JVM.
 */
public final class FreePort {
    static final int FIRST = 10_000;
    /** Linux gives clients ports from 32768 on, other systems from 49152 on. */
    static final int END = 32_768;

    /** Other JVMs are likely to begin elsewhere. */
    private static final AtomicInteger NEXT =
            new AtomicInteger((int) (ProcessHandle.current().pid() * 997 % (END - FIRST)));

    private FreePort() {}

    /** A port of loopback that is free now. */
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
