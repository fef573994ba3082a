package dev.chartroom.apimachinery.meta;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTextTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "250m, 0.25",
        "12345678n, 0.012345678",
        "7u, 0.000007",
        "1k, 1000",
        "1.5M, 1500000",
        "2G, 2000000000",
        "1T, 1000000000000",
        "1P, 1000000000000000",
        "1E, 1000000000000000000",
        "1Ki, 1024",
        "128Mi, 134217728",
        "0.5Gi, 536870912",
        "1Ti, 1099511627776",
        "1Pi, 1125899906842624",
        "1Ei, 1152921504606846976",
        "1e3, 1000",
        "1E3, 1000",
        "5e-1, 0.5",
        "-1, -1",
        "+1., 1",
        ".5, 0.5",
    })
    void quantityIsItsNumber(String text, BigDecimal number) {
        assertThat(QuantityText.parse(text))
                .hasValueSatisfying(read -> assertThat(read).isEqualByComparingTo(number));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "m", ".", "1 ", " 1", "1Mb", "1K", "1mi", "1e", "1e1000", "0x1", "١", "1,5"})
    void otherTextIsNoQuantity(String text) {
        assertThat(QuantityText.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, 0m", "0.25, 250m", "0.0000001, 1m", "2, 2000m"})
    void processorsAreRoundedUp(BigDecimal number, String text) {
        assertThat(QuantityText.millis(number)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0, 0Mi", "1048575, 0Mi", "1048576, 1Mi", "134217728, 128Mi"})
    void bytesAreRoundedDown(BigDecimal number, String text) {
        assertThat(QuantityText.mebibytes(number)).isEqualTo(text);
    }
}
