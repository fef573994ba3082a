package dev.chartroom.adapters.http.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.chartroom.adapters.http.fixture.Failures;
import dev.chartroom.domain.status.StatusReason;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wire contract D77. */
class RequestTimeoutTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-0", "34s", "1h30m", "1.5s", ".5s", "5.s", "-5s", "+5s", "1ns", "2us", "10ms"})
    void durationsOfGoAreTolerated(String timeout) {
        assertThatCode(() -> RequestTimeout.check(query(timeout))).doesNotThrowAnyException();
    }

    /** As kube-apiserver 1.36 answered. */
    @ParameterizedTest
    @CsvSource({
        "abc, 'invalid duration \"abc\"'",
        ".s, 'invalid duration \".s\"'",
        "-, 'invalid duration \"-\"'",
        "5, 'missing unit in duration \"5\"'",
        "1x, 'unknown unit \"x\" in duration \"1x\"'",
        "1s2, 'missing unit in duration \"1s2\"'",
        "1 s, 'unknown unit \" s\" in duration \"1 s\"'",
    })
    void anythingElseIsABadRequest(String timeout, String message) {
        var status = Failures.of(() -> RequestTimeout.check(query(timeout)));

        assertThat(status.reason()).isEqualTo(StatusReason.BAD_REQUEST);
        assertThat(status.message()).isEqualTo("invalid timeout specified in the request URL - time: " + message);
    }

    private static QueryParameters query(String timeout) {
        return QueryParameters.parse("timeout=" + timeout.replace("+", "%2B"));
    }
}
