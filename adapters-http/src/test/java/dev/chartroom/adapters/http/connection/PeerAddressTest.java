package dev.chartroom.adapters.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeerAddressTest {

    @ParameterizedTest
    @CsvSource({
        "10.0.0.1, 10.0.0.1",
        "2001:db8:0:1::1, 20010db800000001/64",
        "2001:db8:0:1:ffff:ffff:ffff:ffff, 20010db800000001/64",
        "2001:db8:0:2::1, 20010db800000002/64",
        "::ffff:10.0.0.1, 10.0.0.1",
    })
    void ipv6AddressIsCountedByItsNetwork(String address, String counted) {
        InetAddress peer = InetAddress.ofLiteral(address);

        assertThat(PeerAddress.of(peer)).isEqualTo(counted);
        assertThat(PeerAddress.of(new InetSocketAddress(peer, 1234))).isEqualTo(counted);
    }

    @Test
    void anUnknownAddressIsEmpty() {
        assertThat(PeerAddress.of((InetAddress) null)).isEmpty();
        assertThat(PeerAddress.of(java.net.UnixDomainSocketAddress.of(Path.of("socket"))))
                .isEmpty();
    }
}
