package dev.chartroom.adapters.http.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.helidon.webserver.CloseConnectionException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeerConnectionsTest {
    private final PeerConnections connections = new PeerConnections(5, 3, 4);

    @Test
    void connectionsOfOneAddressAreLimited() {
        admitted("10.0.0.1");
        admitted("10.0.0.1");
        PeerConnections.Count third = admitted("10.0.0.1");

        assertRefused("10.0.0.1");
        admitted("10.0.0.2");

        third.close();
        third.close();
        admitted("10.0.0.1");
        assertRefused("10.0.0.1");
    }

    @Test
    void connectionsOfAllAddressesAreLimited() {
        for (int i = 0; i < 5; i++) {
            admitted("10.0.0." + i);
        }

        assertRefused("10.0.1.1");
    }

    @Test
    void frontProxyConnectionsDoNotCount() {
        for (int i = 0; i < 10; i++) {
            connections.open("10.0.0.1").admit(true);
        }

        admitted("10.0.0.1");
    }

    @Test
    void frontProxyIsAdmittedBeyondTheLimits() {
        for (int i = 0; i < 5; i++) {
            admitted("10.0.0." + i);
        }

        try (PeerConnections.Count proxy = connections.open("10.0.1.1")) {
            assertThat(proxy.isBeyond()).isTrue();
            proxy.admit(true);
            assertThat(proxy.isBeyond()).isFalse();
        }
    }

    @Test
    void handshakesOfOneAddressDoNotBlockTheFrontProxy() {
        for (int i = 0; i < 5; i++) {
            admitted("10.0.0." + i);
        }
        List<PeerConnections.Count> handshakes = new ArrayList<>();
        assertThatThrownBy(() -> {
                    while (handshakes.size() < 5) {
                        handshakes.add(connections.open("10.0.0.1"));
                    }
                })
                .isInstanceOf(CloseConnectionException.class);

        try (PeerConnections.Count proxy = connections.open("10.0.1.1")) {
            proxy.admit(true);
        }

        assertThat(handshakes).hasSize(2);
    }

    private PeerConnections.Count admitted(String address) {
        PeerConnections.Count count = connections.open(address);
        count.admit(false);
        return count;
    }

    private void assertRefused(String address) {
        try (PeerConnections.Count count = connections.open(address)) {
            assertThatThrownBy(() -> count.admit(false)).isInstanceOf(CloseConnectionException.class);
        }
    }
}
