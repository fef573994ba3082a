package dev.chartroom.apimachinery.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonNumberTest {

    @ParameterizedTest
    @CsvSource({
        "1, 1.0",
        "100, 1e2",
        "0, 0e1000",
        "0, -0.0",
        "0.5, 5e-1",
        "9223372036854775807, 9223372036854775807.00",
        "-9223372036854775808, -9.223372036854775808e18",
        "18446744073709551616, 1.8446744073709551616e19",
    })
    void numbersAreEqualByValueInAnyNotation(String one, String other) {
        assertThat(TestJson.parse(one)).isEqualTo(TestJson.parse(other)).hasSameHashCodeAs(TestJson.parse(other));
        assertThat(TestJson.parse(other)).isEqualTo(TestJson.parse(one));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 2",
        "1, 1.5",
        "9223372036854775807, 9223372036854775806",
        "9223372036854775807, 9223372036854775808",
        "9007199254740993, 9007199254740992.0",
        "1e300, 1e301",
    })
    void numbersAreComparedWithoutRounding(String one, String other) {
        assertThat(TestJson.parse(one)).isNotEqualTo(TestJson.parse(other));
        assertThat(TestJson.parse(other)).isNotEqualTo(TestJson.parse(one));
    }

    @Test
    void numberDoesNotEqualAStringBooleanOrLong() {
        assertThat(JsonNumber.of(1))
                .isNotEqualTo(new JsonString("1"))
                .isNotEqualTo(JsonBoolean.TRUE)
                .isNotEqualTo(1L);
    }

    @ParameterizedTest
    @CsvSource({
        "3, 3",
        "3.0, 3",
        "-1.50e1, -15",
        "0e1000, 0",
        "9223372036854775807.0, 9223372036854775807",
    })
    void wholeNumberConvertsToLongInAnyNotation(String text, long expected) {
        assertThat(((JsonNumber) TestJson.parse(text)).asLong()).isEqualTo(OptionalLong.of(expected));
    }

    @ParameterizedTest
    @ValueSource(strings = {"3.5", "1e30", "9223372036854775808", "1e308", "1e-300", "5e-1"})
    void fractionOrHugeNumberDoesNotConvertToLong(String text) {
        assertThat(((JsonNumber) TestJson.parse(text)).asLong()).isEmpty();
    }

    @Test
    void numberWrittenWithFractionIsNotIntegral() {
        assertThat(JsonNumber.of(3).isIntegral()).isTrue();
        assertThat(JsonNumber.of(new BigDecimal("3.0")).isIntegral()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "-1", "0.25", "1E+3", "18446744073709551616"})
    void toStringReturnsJson(String text) {
        assertThat(TestJson.parse(text)).hasToString(text);
    }
}
