package dev.chartroom.adapters.http.api;

import java.net.http.HttpClient;
import org.junit.jupiter.api.BeforeAll;

/** Runs {@link WatchTest} over HTTP/2. */
class WatchOverHttp2Test extends WatchTest {
    @BeforeAll
    static void speakHttp2() {
        server.speak(HttpClient.Version.HTTP_2);
    }
}
