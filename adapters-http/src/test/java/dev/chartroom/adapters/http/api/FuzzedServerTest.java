package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Fuzz targets that send requests detect a server that uses too much processor time. */
class FuzzedServerTest {
    @Test
    void busyServerThreadFailsTheCheck() throws IOException {
        try (FuzzedServer server = new FuzzedServer()) {
            byte[] get = ascii("GET " + FuzzedServer.OBJECT);
            server.assertForeseen(get, ascii(""), "{}");

            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> server.assertForeseen(get, ascii(Users.HEADER + ": busy\r\n"), "{}"))
                    .withMessageContaining("ms of processor time for");
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
