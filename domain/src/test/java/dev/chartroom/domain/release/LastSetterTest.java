package dev.chartroom.domain.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.TestJson;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LastSetterTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                            | {'.': {}}                        |
            {'f:a': {}, 'f:b': {'f:c': {}}}               | {}                               | spec.a A 1, spec.b.c A 1
            {'f:a': {}}                                   | {'f:a': {}, 'f:b': {}}           | spec.a B 2, spec.b B 2
            {'f:a': {'.': {}, 'f:b': {}}}                 | {'f:a': {'f:c': {}}}             | spec.a.b A 1, spec.a.c B 2
            {'f:users': {'k:{"name":"x"}': {'f:role': {}}}} | {'f:users': {'v:"y"': {}}}     | spec.users B 2
            """)
    void newestManagerOfAFieldIsNamed(String first, String second, String expected) {
        JsonArray managedFields = TestJson.object("{a: [" + entry("A", 1, first) + ", " + entry("B", 2, second)
                        + ", {manager: 'C', fieldsV1: {'f:metadata': {'f:labels': {}}}}, 'broken']}")
                .arrayOrEmpty("a");

        assertThat(String.join(
                        ", ",
                        LastSetter.of(managedFields).stream()
                                .map(setter -> setter.path() + " " + setter.manager() + " " + setter.time())
                                .toList()))
                .isEqualTo(expected == null ? "" : expected);
    }

    private static String entry(String manager, int time, String spec) {
        return "{manager: '" + manager + "', operation: 'Update', time: '" + time + "', fieldsV1: {'f:spec': " + spec
                + "}}";
    }
}
