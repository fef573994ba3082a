package dev.chartroom.adapters.http.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class OneTimeLoginTest {
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 10);
    private final OneTimeLogin login = new OneTimeLogin("a-token", Duration.ofMinutes(1), now::get);

    @Test
    void codeIsExchangedOnce() {
        String code = login.issue();

        assertThat(login.exchange(code)).contains("a-token");
        assertThat(login.exchange(code)).isEmpty();
    }

    @Test
    void codeIsValidForLessThanAMinute() {
        String code = login.issue();
        now.addAndGet(Duration.ofMinutes(1).toNanos() - 1);
        assertThat(login.exchange(code)).isPresent();

        String late = login.issue();
        now.addAndGet(Duration.ofMinutes(1).toNanos());
        assertThat(login.exchange(late)).isEmpty();
    }

    @Test
    void newCodeReplacesTheOldOne() {
        String old = login.issue();
        String code = login.issue();

        assertThat(login.exchange(old)).isEmpty();
        assertThat(login.exchange(code)).isPresent();
    }

    @Test
    void wrongCodeLeavesTheRightOneValid() {
        assertThat(login.exchange("")).isEmpty();
        String code = login.issue();

        assertThat(login.exchange("")).isEmpty();
        assertThat(login.exchange(code + "x")).isEmpty();
        assertThat(login.exchange(code)).isPresent();
    }

    @Test
    void codesAreLongAndDifferentAndNotInTheText() {
        String code = login.issue();

        assertThat(code).hasSize(43).isNotEqualTo(login.issue());
        assertThat(login).asString().doesNotContain("a-token");
    }
}
