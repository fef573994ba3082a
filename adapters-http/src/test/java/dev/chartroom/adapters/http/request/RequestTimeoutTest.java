package dev.chartroom.adapters.http.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Failures;
import dev.chartroom.apimachinery.status.StatusReason;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wire contract D77. */
class RequestTimeoutTest {
    private static final Duration LONGEST = Duration.ofSeconds(60);

    @ParameterizedTest
    @CsvSource({
        "34s, PT34S",
        "1.5s, PT1.5S",
        ".5s, PT0.5S",
        "5.s, PT5S",
        "+5s, PT5S",
        "1ns, PT0.000000001S",
        "2us, PT0.000002S",
        "2\u00b5s, PT0.000002S",
        "10ms, PT0.01S",
        "0.5m1s1s, PT32S",
        "0000000000000000000000001s, PT1S",
        "1.00000000000000000000000000001s, PT1S",
    })
    void timeoutParameterShortensTheRequest(String timeout, Duration taken) {
        assertThat(RequestTimeout.of(query(timeout), LONGEST)).isEqualTo(taken);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-0", "0s", "-5s", "60s", "61s", "1h30m", "2562047h"})
    void emptyZeroNegativeOrLongerTimeoutIsIgnored(String timeout) {
        assertThat(RequestTimeout.of(query(timeout), LONGEST)).isEqualTo(LONGEST);
    }

    /** The messages come from kube-apiserver 1.36. */
    @ParameterizedTest
    @CsvSource({
        "abc, 'invalid duration \"abc\"'",
        ".s, 'invalid duration \".s\"'",
        "-, 'invalid duration \"-\"'",
        "5, 'missing unit in duration \"5\"'",
        "1x, 'unknown unit \"x\" in duration \"1x\"'",
        "1s2, 'missing unit in duration \"1s2\"'",
        "2562048h, 'invalid duration \"2562048h\"'",
        "99999999999999999999s, 'invalid duration \"99999999999999999999s\"'",
        "1 s, 'unknown unit \" s\" in duration \"1 s\"'",
    })
    void malformedTimeoutIsABadRequest(String timeout, String message) {
        var status = Failures.of(() -> RequestTimeout.of(query(timeout), LONGEST));

        assertThat(status.reason()).isEqualTo(StatusReason.BAD_REQUEST);
        assertThat(status.message()).isEqualTo("invalid timeout specified in the request URL - time: " + message);
    }

    private static QueryParameters query(String timeout) {
        return QueryParameters.parse("timeout=" + timeout.replace("+", "%2B"));
    }
}
