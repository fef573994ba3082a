package dev.chartroom.adapters.http.api;

import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.DATA;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.HEADERS;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.request;
import static dev.chartroom.adapters.http.api.RawMultiplexedConnection.reset;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.subresource.CredentialRules;
import dev.chartroom.domain.subresource.LogOptions;
import dev.chartroom.domain.subresource.Subresource;
import dev.chartroom.domain.subresource.Subresources;
import dev.chartroom.ports.storage.Kinds;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The subresource log streams text, and nothing is left of it when either side ends it. */
@Timeout(30)
class LogHandlerTest {
    private static final String LOG = ApiTest.ROOT + "/namespaces/a/redises/cart/log";

    private final TestServer server = TestServer.start();

    @BeforeEach
    void declare() {
        ApplicationKind redis = Kinds.builder(Kinds.redis())
                .subresources(new Subresources(
                        Set.of(Subresource.LOG),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        CredentialRules.NONE,
                        List.of(),
                        false))
                .build();
        server.declare(redis);
        Awaitility.await("the kind has the subresource")
                .until(() -> server.send("GET", ApiTest.ROOT, null).text().contains("redises/log"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void logIsTextThatNothingKeeps() {
        server.logs.print("first");
        server.logs.print("second");
        server.logs.end();

        TestResponse answer = server.send("GET", LOG, null).assertCode(200);

        assertThat(answer.text()).isEqualTo("first\nsecond\n");
        assertThat(answer.header("Content-Type")).isEqualTo("text/plain");
        assertThat(answer.header("Cache-Control")).isEqualTo("no-store, private");
        assertNothingIsOpen();
    }

    @Test
    void followedLogArrivesLineByLineUntilTheClientLeaves() throws IOException {
        try (RawMultiplexedConnection connection = new RawMultiplexedConnection(server.port())) {
            connection.send(request(1, LOG + "?follow=true"));
            assertThat(connection
                            .read(frame -> frame.stream() == 1 && frame.type() == HEADERS)
                            .status())
                    .isEqualTo(200);
            assertThat(server.logs.open)
                    .containsExactly(new LogOptions(
                            "", "", true, true, false, false, OptionalLong.empty(), OptionalLong.empty()));
            for (String line : List.of("first", "second")) {
                server.logs.print(line);
                connection.read(frame -> frame.type() == DATA && frame.payload().equals(line + "\n"));
            }

            connection.send(reset(1));
            assertNothingIsOpen();
            connection.ping();
        }
    }

    @Test
    void clientOverHttp1LeavesWithItsConnection() throws IOException {
        try (RawConnection connection = new RawConnection(server.port())) {
            assertThat(connection
                            .send("GET " + LOG + "?follow=true HTTP/1.1\r\nHost: a\r\n\r\n")
                            .readHead())
                    .startsWith("HTTP/1.1 200 ");
            assertThat(server.logs.open).hasSize(1);
        }
        assertNothingIsOpen();
    }

    @Test
    void closeOfTheServerEndsLogsCleanly() throws IOException {
        try (RawMultiplexedConnection connection = new RawMultiplexedConnection(server.port())) {
            connection.send(request(1, LOG + "?follow=true")).read(frame -> frame.type() == HEADERS);
            server.logs.print("last");
            connection.read(frame -> frame.payload().equals("last\n"));

            Thread closing = Thread.startVirtualThread(server::closeServer);
            connection.read(frame -> frame.isEnd() || frame.type() == RawMultiplexedConnection.GOAWAY);
            Awaitility.await().until(() -> !closing.isAlive());
        }
        assertNothingIsOpen();
    }

    @ParameterizedTest
    @CsvSource({
        "HEAD, '', 200",
        "GET, ?tailLines=x, 400",
        "GET, ?sinceSeconds=, 400",
        "POST, '', 405",
        "DELETE, '', 405",
    })
    void otherRequestsOpenNothing(String method, String query, int code) {
        server.send(method, LOG + query, method.equals("POST") ? "{}" : null).assertCode(code);

        assertNothingIsOpen();
    }

    private void assertNothingIsOpen() {
        Awaitility.await().untilAsserted(() -> assertThat(server.logs.open).isEmpty());
    }
}
