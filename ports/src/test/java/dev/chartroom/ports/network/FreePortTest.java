package dev.chartroom.ports.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FreePortTest {

    @Test
    void portsAreDistinctAndBelowTheEphemeralRange() {
        int[] ports = IntStream.range(0, 100).map(_ -> FreePort.next()).toArray();

        assertThat(ports).doesNotHaveDuplicates();
        assertThat(IntStream.of(ports)).allMatch(port -> port >= FreePort.FIRST && port < FreePort.END);
    }

    @Test
    void portInUseIsSkipped() throws IOException {
        int port = FreePort.next();
        try (ServerSocket _ = new ServerSocket(port + 1, 1, InetAddress.getLoopbackAddress())) {
            assertThat(FreePort.next()).isNotEqualTo(port + 1);
        }
    }
}
