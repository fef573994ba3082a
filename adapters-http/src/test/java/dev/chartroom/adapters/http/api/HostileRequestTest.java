package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests made to be authorized as one thing and served as another. */
class HostileRequestTest extends ApiTest {
    private static final String REDISES = "/apis/apps.test.example.com/v1alpha1/namespaces/a/redises";

    @Test
    void whatFollowsABodyThatIsNotFramedIsNotReadAsARequest() throws IOException {
        try (RawConnection connection = new RawConnection(server.port())) {
            String answers = connection
                    .send("POST " + REDISES + " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                            + "ZZZ\r\n{}\r\n0\r\n\r\nGET /version HTTP/1.1\r\nHost: a\r\n\r\n")
                    .readAll();

            assertThat(answers).startsWith("HTTP/1.1 ").doesNotContain("gitVersion");
            assertThat(answers.split("HTTP/1\\.1 ", -1)).as("answers").hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"LIST", "WATCH", "DELETECOLLECTION"})
    void aMethodThatIsCalledLikeAVerbIsNone(String method) {
        server.send(method, REDISES + "/b", null).assertStatus(405, "MethodNotAllowed");
        server.send(method, REDISES, null).assertStatus(405, "MethodNotAllowed");
    }

    @ParameterizedTest
    @CsvSource({"GET, ..%2Fx", "DELETE, %2e%2e", "GET, x%252Fstatus"})
    void aNameThatCouldBeReadAsAPathIsRefused(String method, String name) {
        server.send(method, REDISES + "/" + name, null).assertStatus(400, "BadRequest");
    }
}
