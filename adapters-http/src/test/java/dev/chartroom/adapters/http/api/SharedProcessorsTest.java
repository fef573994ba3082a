package dev.chartroom.adapters.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Requests run on virtual threads, which nobody preempts. While one user sends large inputs, 20 at a time, health and
 * other users are answered within a second.
 */
@Timeout(120)
class SharedProcessorsTest extends ApiTest {
    private static final int AT_A_TIME = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final int LARGE = 2_800_000;

    /** What it is, the method, the content type, and the body. */
    static Stream<Arguments> inputs() {
        String zeros = "[" + "0,".repeat(LARGE / 2) + "0]";
        return Stream.of(
                Arguments.of("an array", "POST", "application/json", object("\"x\":" + zeros)),
                Arguments.of("an array as YAML", "POST", "application/yaml", object("\"x\":" + zeros)),
                Arguments.of("nested objects", "POST", "application/json", object("\"x\":" + nested())),
                Arguments.of("names of fields", "POST", "application/json", object(fields("f"))),
                Arguments.of("labels", "POST", "application/json", metadata("\"labels\":{" + fields("l") + "}")),
                Arguments.of("a merge patch", "PATCH", MERGE, "{\"spec\":{" + fields("p") + "}}"),
                Arguments.of("a configuration", "PATCH", "application/apply-patch+yaml", object(fields("a"))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("inputs")
    void othersAreAnsweredWithinASecond(String what, String method, String type, String body) {
        created("existing", "{}");
        String path = method.equals("PATCH") ? path("existing") + "?fieldManager=test" : collection();
        // The first one of its kind runs code that is not compiled yet.
        var _ = server.send(method, path, body, "Content-Type", type);
        List<CompletableFuture<Answer>> sent = new ArrayList<>();
        for (int i = 0; i < AT_A_TIME; i++) {
            sent.add(CompletableFuture.supplyAsync(
                    () -> server.send(method, path, body, "Content-Type", type), Thread::startVirtualThread));
        }
        CompletableFuture<Void> all = CompletableFuture.allOf(sent.toArray(CompletableFuture<?>[]::new));

        Duration longest = Duration.ZERO;
        int answers = 0;
        while (!all.isDone()) {
            longest = Stream.of(
                            longest,
                            timeOf(() -> get("/healthz").assertCode(200)),
                            timeOf(() ->
                                    get(path("existing"), Users.HEADER, "dave").assertCode(200)))
                    .max(Duration::compareTo)
                    .orElseThrow();
            answers++;
        }

        assertThat(longest).as("the longest of %d answers", answers).isLessThan(PATIENCE);
        assertThat(sent).allSatisfy(answer -> assertThat(code(answer)).isNotEqualTo(500));
    }

    /** 0 if the body did not arrive in time, and the connection has ended. */
    private static int code(CompletableFuture<Answer> sent) {
        return sent.handle((answer, failure) -> failure == null ? answer.code() : 0)
                .join();
    }

    private static Duration timeOf(Runnable request) {
        long begun = System.nanoTime();
        request.run();
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    private static String object(String spec) {
        return "{\"apiVersion\":\"" + API_VERSION
                + "\",\"kind\":\"Redis\",\"metadata\":{\"generateName\":\"x-\"},\"spec\":{" + spec + "}}";
    }

    private static String metadata(String field) {
        return "{\"metadata\":{\"generateName\":\"x-\"," + field + "},\"spec\":{}}";
    }

    private static String fields(String prefix) {
        return IntStream.range(0, LARGE / 16)
                .mapToObj(i -> "\"" + prefix + i + "\":\"v\"")
                .collect(Collectors.joining(","));
    }

    private static String nested() {
        int depth = 50;
        String one = "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);
        String[] all = new String[LARGE / one.length()];
        Arrays.fill(all, one);
        return "[" + String.join(",", all) + "]";
    }
}
