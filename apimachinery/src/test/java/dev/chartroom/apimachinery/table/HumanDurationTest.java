package dev.chartroom.apimachinery.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HumanDurationTest {

    @ParameterizedTest
    @CsvSource({
        "-PT2S, <invalid>",
        "-PT1.999S, 0s",
        "-PT1S, 0s",
        "-PT0.5S, 0s",
        "-P400D, <invalid>",
        "PT0S, 0s",
        "PT0.999S, 0s",
        "PT1S, 1s",
        "PT60S, 60s",
        "PT1M59.999S, 119s",
        "PT2M, 2m",
        "PT2M5S, 2m5s",
        "PT9M59S, 9m59s",
        "PT10M, 10m",
        "PT10M1S, 10m",
        "PT2H59M59S, 179m",
        "PT3H, 3h",
        "PT3H1M, 3h1m",
        "PT7H59M59S, 7h59m",
        "PT8H, 8h",
        "PT8H59M, 8h",
        "PT47H59M59S, 47h",
        "P2D, 2d",
        "P2DT23H59M, 2d23h",
        "P7DT23H, 7d23h",
        "P8D, 8d",
        "P8DT23H, 8d",
        "P729DT23H, 729d",
        "P730D, 2y",
        "P731D, 2y1d",
        "P2919DT23H, 7y364d",
        "P2920D, 8y",
        "P3284D, 8y",
        "P3285D, 9y",
        "P365000000D, 1000000y",
    })
    void ageIsFormattedLikeKubectl(Duration duration, String expected) {
        assertThat(HumanDuration.format(duration)).isEqualTo(expected);
    }
}
