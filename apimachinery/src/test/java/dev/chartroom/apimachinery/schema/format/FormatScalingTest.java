package dev.chartroom.apimachinery.schema.format;

import dev.chartroom.apimachinery.scaling.Scaling;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checking a text against a format takes linear time, whichever part is repeated. */
class FormatScalingTest {
    private static final int SIZE = 3_000;
    /** Nanoseconds for four times the size. A check that reads each character more than once takes longer. */
    private static final long NEGLIGIBLE = 5_000_000;

    private static final List<String> PARTS = List.of(
            "1", "a", "f", "A", " ", "-", ".", ":", "/", "%", "@", "\"", "(", "\\", "[", "=", ",", "µ", "1 ", "a.",
            "a-", "1.", "1:", "f:", "1h", "1 h ", "0.5m", "a@", "%41", "1/", "a:/", "{}", "\u00e9", "\n");
    private static final List<String> STARTS =
            List.of("", "http://", "a@", "2026-01-02T03:04:05.", "1.", "::", "rgb(", "+");
    private static final List<String> ENDS = List.of("", "s", "!");

    static Stream<String> formats() {
        return StringFormat.names().sorted();
    }

    @ParameterizedTest
    @MethodSource("formats")
    void processorTimeGrowsNoFasterThanTheText(String name) {
        StringFormat format = StringFormat.of(name).orElseThrow();
        for (String part : PARTS) {
            for (String start : STARTS) {
                for (String end : ENDS) {
                    new Scaling<>(
                                    name + " of " + start + part + "..." + end,
                                    SIZE,
                                    0,
                                    n -> start + part.repeat(n) + end,
                                    format::admits,
                                    NEGLIGIBLE)
                            .check();
                }
            }
        }
    }
}
