package dev.chartroom.apimachinery.meta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpellingTest {
    private static final List<String> KNOWN = List.of("address", "port", "maxHistory", "kinds");

    @ParameterizedTest
    @CsvSource({
        "adress, address",
        "addres, address",
        "prot, port",
        "Port, port",
        "maxhistory, maxHistory",
        "maxHistroy, maxHistory",
        "kind, kinds",
        "listen,",
        "po,",
        "x,",
    })
    void mostSimilarNameIsFound(String name, @Nullable String closest) {
        assertThat(Spelling.closest(name, KNOWN).orElse(null)).isEqualTo(closest);
    }

    @Test
    void questionIsEmptyWithoutASimilarName() {
        assertThat(Spelling.question("adress", KNOWN)).isEqualTo("; did you mean \"address\"?");
        assertThat(Spelling.question("listen", KNOWN)).isEmpty();
        assertThat(Spelling.question("a".repeat(200), List.of("a".repeat(199)))).isEmpty();
    }
}
