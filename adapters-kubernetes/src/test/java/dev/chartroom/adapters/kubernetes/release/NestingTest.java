package dev.chartroom.adapters.kubernetes.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NestingTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"1|0", "{}|1", "[]|1", "{\"a\":1}|1", "{\"a\":[1],\"b\":2}|2", "[[],[[{}]]]|4"})
    void depthIsThatOfTheDeepestArrayOrObject(String json, int depth) {
        assertThat(Nesting.depth(new TestCodec().parse(json.getBytes(StandardCharsets.UTF_8))))
                .isEqualTo(depth);
    }
}
