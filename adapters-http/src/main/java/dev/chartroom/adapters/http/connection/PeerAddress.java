package dev.chartroom.adapters.http.connection;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Peer addresses as the limits for each peer count them. */
public final class PeerAddress {
    /** In bytes: a host with IPv6 has as many addresses of one network as it likes (RFC 4291, 2.5.1). */
    private static final int NETWORK = 8;

    private PeerAddress() {}

    /** An IPv4 address, or the /64 network of an IPv6 address; empty if there is none. */
    public static String of(@Nullable InetAddress peer) {
        return switch (peer) {
            case null -> "";
            case Inet6Address v6 -> HexFormat.of().formatHex(Arrays.copyOf(v6.getAddress(), NETWORK)) + "/64";
            case InetAddress v4 -> v4.getHostAddress();
        };
    }

    static String of(SocketAddress peer) {
        return peer instanceof InetSocketAddress socket ? of(socket.getAddress()) : "";
    }
}
