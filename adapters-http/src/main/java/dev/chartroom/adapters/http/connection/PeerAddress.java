package dev.chartroom.adapters.http.connection;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Returns the address under which the limits per peer count a client. */
public final class PeerAddress {
    /**
     * The length in bytes of the network part of an IPv6 address. A host can use any number of addresses of its network
     * (RFC 4291, 2.5.1).
     */
    private static final int NETWORK = 8;

    private PeerAddress() {}

    /** Returns an IPv4 address, or the /64 network of an IPv6 address; an empty text if the peer has no address. */
    public static String of(@Nullable InetAddress peer) {
        return switch (peer) {
            case null -> "";
            case Inet6Address v6 -> HexFormat.of().formatHex(Arrays.copyOf(v6.getAddress(), NETWORK)) + "/64";
            case InetAddress v4 -> v4.getHostAddress();
        };
    }

    /** As above, for the address of a socket. */
    public static String of(SocketAddress peer) {
        return peer instanceof InetSocketAddress socket ? of(socket.getAddress()) : "";
    }
}
