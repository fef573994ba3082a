package dev.chartroom.apimachinery.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ResourceVersionTest {

    @ParameterizedTest
    @CsvSource({"0, 0", "7, 7", "007, 7", "9223372036854775807, 9223372036854775807"})
    void decimalNumberIsAResourceVersion(String text, long number) {
        assertThat(ResourceVersion.parse(text)).contains(new ResourceVersion(number));
        assertThat(ResourceVersion.of(text)).isEqualTo(new ResourceVersion(number));
        assertThat(ResourceVersion.numberOf(text)).isEqualTo(number);
    }

    /** The last text has digits of another script. */
    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "-0", "+7", " 7", "7a", "abc", "9223372036854775808", "\u0663"})
    void otherTextIsNoResourceVersion(String text) {
        assertThat(ResourceVersion.parse(text)).isEmpty();
        assertThatThrownBy(() -> ResourceVersion.of(text)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ResourceVersion.numberOf(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not a resource version: \"" + text + "\"");
    }

    @Test
    void negativeNumberIsNoResourceVersion() {
        assertThatThrownBy(() -> new ResourceVersion(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    /** As texts, 9 would be after 10. */
    @Test
    void versionsAreComparedAsNumbers() {
        ResourceVersion earlier = ResourceVersion.of("9");
        ResourceVersion later = ResourceVersion.of("10");

        assertThat(later.isAfter(earlier)).isTrue();
        assertThat(earlier.isAfter(later)).isFalse();
        assertThat(earlier.isAfter(ResourceVersion.of("9"))).isFalse();
        assertThat(earlier.isBefore(later)).isTrue();
        assertThat(earlier.isBefore(ResourceVersion.of("9"))).isFalse();
        assertThat(earlier).isLessThan(later);
        assertThat(earlier.orLater(later)).isEqualTo(later);
        assertThat(later.orLater(earlier)).isEqualTo(later);
        assertThat(ResourceVersion.ZERO).isLessThan(earlier);
    }

    @Test
    void textIsTheDecimalNumber() {
        assertThat(ResourceVersion.of("1234567890123")).hasToString("1234567890123");
    }
}
