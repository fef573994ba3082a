package dev.chartroom.domain.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.TestJson;
import dev.chartroom.apimachinery.schema.Schema;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangedValuesTest {
    private static final Schema SCHEMA = Schema.of(TestJson.object("""
            {type: 'object', properties: {
              size: {type: 'integer'},
              image: {type: 'object', properties: {tag: {type: 'string'}, name: {type: 'string'}}},
              users: {type: 'array', items: {type: 'string'}},
              labels: {type: 'object', additionalProperties: {type: 'string'}}}}
            """));

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                    | {}                       |
            {size: 1}             | {size: 1}                |
            {size: 1}             | {size: 2}                | spec.size
            {}                    | {size: 2}                | spec.size
            {size: 2}             | {}                       | spec.size
            {image: {tag: 'a'}}   | {image: {tag: 'b'}}      | spec.image.tag
            {}                    | {image: {tag: 'b', name: 'c'}} | spec.image.tag spec.image.name
            {image: 'a'}          | {image: {tag: 'b'}}      | spec.image
            {users: ['a']}        | {users: ['a', 'b']}      | spec.users
            {labels: {secret: 'a'}} | {labels: {hidden: 'b'}} | spec.labels
            {_platform: 1, x: 2}  | {_platform: 2, x: 3}     |
            {image: {other: 1}}   | {image: {other: 2}}      |
            """)
    void onlyDeclaredFieldsAreNamed(String older, String newer, String paths) {
        assertThat(ChangedValues.between(TestJson.object(older), TestJson.object(newer), SCHEMA).stream()
                        .map(ChangedValues.Path::toString)
                        .collect(Collectors.joining(" ")))
                .isEqualTo(paths == null ? "" : paths);
    }

    @Test
    void pathFindsItsField() {
        JsonObject spec = TestJson.object("{size: 1, image: {tag: 'a'}}");
        List<ChangedValues.Path> paths = ChangedValues.between(JsonObject.EMPTY, spec, SCHEMA);

        assertThat(paths.stream().map(path -> path.in(JsonObject.of("spec", spec))))
                .containsExactly(JsonNumber.of(1), new JsonString("a"));
        assertThat(paths.stream().map(path -> path.in(TestJson.object("{spec: {image: 7}}"))))
                .containsExactly(null, null);
    }
}
