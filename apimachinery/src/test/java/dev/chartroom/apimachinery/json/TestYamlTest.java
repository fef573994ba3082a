package dev.chartroom.apimachinery.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class TestYamlTest {

    @Test
    void yamlAndJsonAreParsed() {
        JsonObject expected = TestJson.object("{a: 1, b: ['x', true, null], c: 1.5, d: {}}");

        assertThat(TestYaml.object("a: 1\nb:\n- x\n- true\n- null\nc: 1.5\nd: {}\n"))
                .isEqualTo(expected);
        assertThat(TestYaml.object(expected.toString())).isEqualTo(expected);
    }

    @Test
    void malformedTextIsRejected() {
        assertThatIllegalArgumentException().isThrownBy(() -> TestYaml.parse("{"));
    }
}
