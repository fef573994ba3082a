package dev.chartroom.adapters.http.api;

import java.net.http.HttpClient;
import org.junit.jupiter.api.BeforeAll;

/** Runs {@link ProtocolTest} over HTTP/2. */
class ProtocolOverHttp2Test extends ProtocolTest {
    @BeforeAll
    static void speakHttp2() {
        server.speak(HttpClient.Version.HTTP_2);
    }
}
