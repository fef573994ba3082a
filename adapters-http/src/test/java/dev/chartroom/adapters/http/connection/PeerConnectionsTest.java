package dev.chartroom.adapters.http.connection;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.helidon.webserver.CloseConnectionException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class PeerConnectionsTest {
    private final PeerConnections connections = new PeerConnections(5, 3);

    @Test
    void anAddressHasALimit() {
        open("10.0.0.1");
        open("10.0.0.1");
        PeerConnections.Count third = open("10.0.0.1");

        assertThatThrownBy(() -> open("10.0.0.1")).isInstanceOf(CloseConnectionException.class);
        assertThatCode(() -> open("10.0.0.2")).doesNotThrowAnyException();

        third.forget();
        third.close();
        open("10.0.0.1");
        assertThatThrownBy(() -> open("10.0.0.1")).isInstanceOf(CloseConnectionException.class);
    }

    @Test
    void allAddressesTogetherHaveALimit() {
        for (int i = 0; i < 5; i++) {
            open("10.0.0." + i);
        }

        assertThatThrownBy(() -> open("10.0.1.1")).isInstanceOf(CloseConnectionException.class);
    }

    private PeerConnections.Count open(String address) {
        return connections.open(new InetSocketAddress(InetAddress.ofLiteral(address), 1234));
    }
}
