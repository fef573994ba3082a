package dev.chartroom.apimachinery.validation;

import static dev.chartroom.apimachinery.json.TestJson.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.apimachinery.status.FieldError;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Immutable fields, and the paths at which changes of them are rejected. */
class ImmutableFieldsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            spec.a          | {"a":1}                    | {"a":1,"b":2}              | ``
            spec.a          | {"a":1}                    | {"a":2}                    | spec.a: Invalid value: 2: field is immutable
            spec.a          | {"a":"x"}                  | {"a":"y"}                  | spec.a: Invalid value: "y": field is immutable
            spec.a          | {"a":1}                    | {}                         | spec.a: Invalid value: null: field is immutable
            spec.a          | {"a":1}                    | {"a":null}                 | spec.a: Invalid value: null: field is immutable
            spec.a          | {}                         | {"a":1}                    | spec.a: Invalid value: 1: field is immutable
            spec.a          | {"a":null}                 | {}                         | ``
            spec.a          | {"a":{"b":1,"c":2}}        | {"a":{"c":2,"b":1}}        | ``
            spec.a          | {"a":{"b":1}}              | {"a":{"b":2}}              | spec.a: Invalid value: {"b":2}: field is immutable
            spec.a.b        | {"a":{"b":1,"c":1}}        | {"a":{"b":1,"c":2}}        | ``
            spec.a.b        | {"a":{"b":1}}              | {"a":7}                    | spec.a.b: Invalid value: null: field is immutable
            spec.l[*].n     | {"l":[{"n":1},{"n":2}]}    | {"l":[{"n":1},{"n":3}]}    | spec.l[1].n: Invalid value: 3: field is immutable
            spec.l[*].n     | {"l":[{"n":1}]}            | {"l":[{"n":1},{"n":2}]}    | spec.l[1].n: Invalid value: 2: field is immutable
            spec.l[*].n     | {"l":[{"n":1}]}            | {"l":[{"n":1},{"m":2}]}    | ``
            spec.l[*][*]    | {"l":[[1],[2]]}            | {"l":[[1],[5]]}            | spec.l[1][0]: Invalid value: 5: field is immutable
            spec.m.*        | {"m":{"x":1}}              | {"m":{"x":1,"y":2}}        | spec.m[y]: Invalid value: 2: field is immutable
            spec.m.*.a      | {"m":{"x":{"a":1}}}        | {"m":{"x":{"a":2}}}        | spec.m[x].a: Invalid value: 2: field is immutable
            """)
    void changeIsReportedAtItsFieldPath(String path, String old, String spec, String expected) {
        List<FieldError> errors = ImmutableFields.of(List.of(path)).check(object(spec), object(old));

        assertThat(errors.stream().map(FieldError::toString))
                .containsExactlyElementsOf(expected.isEmpty() ? List.of() : List.of(expected));
    }

    @Test
    void addedOrRemovedSpecChangesItsImmutableFields() {
        assertThat(ImmutableFields.of(List.of("spec.a", "spec.b")).check(null, object("{\"a\":1}")))
                .extracting(FieldError::field)
                .containsExactly("spec.a");
        assertThat(ImmutableFields.of(List.of("spec.a")).check(object("{\"a\":1}"), null))
                .extracting(FieldError::field)
                .containsExactly("spec.a");
        assertThat(ImmutableFields.of(List.of("spec.a")).check(null, null)).isEmpty();
    }
}
