package dev.chartroom.adapters.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import org.junit.jupiter.api.Test;

class SharedPatternsTest {
    private final SharedPatterns patterns = new SharedPatterns();

    @Test
    void whatIsWrittenTheSameIsCompiledOnce() {
        Pattern first = patterns.of("^[a-z]+$");

        assertThat(patterns.of("^[a-z]+$")).isSameAs(first);
        assertThat(patterns.of("^[a-y]+$")).isNotSameAs(first);
        assertThat(patterns.of("^[a-y]+$").matches("xyz")).isFalse();
    }

    @Test
    void whatIsNoPatternIsNotOneTheSecondTimeEither() {
        for (int time = 0; time < 2; time++) {
            assertThatThrownBy(() -> patterns.of("[")).isInstanceOf(PatternSyntaxException.class);
        }
    }
}
