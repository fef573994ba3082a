package dev.chartroom.adapters.http.api;

import static dev.chartroom.adapters.json.fixture.Growth.repeated;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Growth;
import dev.chartroom.apimachinery.scaling.Scaling;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.ServerResponseHeaders;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WarningsTest {
    private static final HeaderName WARNING = HeaderNames.create("Warning");

    @Test
    void duplicateAndInvalidTextsAreDropped() {
        assertThat(told(Stream.of("a", "b", "a", "", "c\n", "d\"\\", "\u65e5")))
                .containsExactly("299 - \"a\"", "299 - \"b\"", "299 - \"d\\\"\\\\\"", "299 - \"?\"");
    }

    @Test
    void textsWithinTheLimitAreSentWhole() {
        assertThat(told(Stream.of("a".repeat(4_000), "b".repeat(96))))
                .containsExactly("299 - \"" + "a".repeat(4_000) + "\"", "299 - \"" + "b".repeat(96) + "\"");
    }

    @Test
    void textsOverTheLimitAreTruncatedAndFurtherOnesDropped() {
        assertThat(told(Stream.of("a".repeat(4_000), "b".repeat(97), "c".repeat(300))))
                .containsExactly(
                        "299 - \"" + "a".repeat(256) + "\"",
                        "299 - \"" + "b".repeat(97) + "\"",
                        "299 - \"" + "c".repeat(256) + "\"");
        assertThat(told(IntStream.range(0, 1_000).mapToObj(i -> String.format("%0300d", i))))
                .hasSize(16);
    }

    /** Upstream does the same: it checks for a full header only after it has begun to truncate. */
    @Test
    void firstTextBeyondAFullHeaderIsStillSent() {
        assertThat(told(IntStream.range(0, 20).mapToObj(i -> String.format("%0256d", i))))
                .hasSize(17);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void addTakesLinearTime(Scaling<String> shape) {
        shape.check();
    }

    static Stream<Scaling<String>> shapes() {
        return Stream.of(
                Growth.of("many", repeated("", i -> "a" + i + "\n", ""), text -> told(text.lines())),
                Growth.of("characters", size -> text(size), text -> told(text.lines())),
                Growth.of(
                        "long ones",
                        size -> repeated("", i -> i + "a".repeat(size / 8) + "\n", "")
                                .apply(size),
                        text -> told(text.lines())));
    }

    /** Returns texts of one character each, so that as many as possible fit. */
    private static String text(int size) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; text.length() < size; i++) {
            text.append((char) (0x4e00 + i % 0x5000)).append('\n');
        }
        return text.toString();
    }

    private static List<String> told(Stream<String> texts) {
        ServerResponseHeaders headers = ServerResponseHeaders.create();
        Warnings warnings = new Warnings(headers);
        texts.forEach(warnings::add);
        return headers.contains(WARNING) ? headers.get(WARNING).allValues() : List.of();
    }
}
