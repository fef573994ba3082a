package dev.chartroom.adapters.http.connection;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** The addresses of peers as the limits per peer count them. */
public final class PeerAddress {
    /** Bytes of an IPv6 network: a host may use any number of addresses of one network (RFC 4291, 2.5.1). */
    private static final int NETWORK = 8;

    private PeerAddress() {}

    /** Returns an IPv4 address, or the /64 network of an IPv6 address; empty if there is none. */
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
