package dev.chartroom.apimachinery.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class FieldSelectorTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                                       | true",
                ",                                        | true",
                "metadata.name=db                         | true",
                "metadata.name==db                        | true",
                "metadata.name!=db                        | false",
                "metadata.name=other                      | false",
                "metadata.name!=other                     | true",
                "metadata.name=                           | false",
                "metadata.namespace=team                  | true",
                "metadata.namespace!=team                 | false",
                "metadata.name=db,metadata.namespace=team | true",
                "metadata.name=db,metadata.namespace=x    | false",
                "metadata.name=db,metadata.name!=db       | false",
                "metadata.name=d\\,b                      | false",
            })
    void selectorMatches(String selector, boolean matches) {
        assertThat(FieldSelector.parse(selector).matches(new NamespacedName("team", "db")))
                .isEqualTo(matches);
    }

    @Test
    void onlyAnEqualityHasARequiredValue() {
        FieldSelector selector = FieldSelector.parse("metadata.namespace!=x,metadata.name=db");

        assertThat(selector.required(FieldSelector.Field.NAME)).contains("db");
        assertThat(selector.required(FieldSelector.Field.NAMESPACE)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"spec.x=1", "status.phase!=Running", "=db", " metadata.name=db", "metadata.Name=db"})
    void errorNamesTheUnsupportedField(String selector) {
        String field = selector.substring(0, selector.indexOf('=')).replace("!", "");

        assertThatThrownBy(() -> FieldSelector.parse(selector))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("field label not supported: " + field);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "metadata.name",
                "metadata.name=a,metadata.namespace",
                "metadata.name in (a)",
                "metadata.name=a=b",
                "metadata.name=a\\b",
                "metadata.name=a\\"
            })
    void malformedSelectorIsRefused(String selector) {
        assertThatThrownBy(() -> FieldSelector.parse(selector))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("invalid ");
    }

    @Test
    void escapedCharactersBelongToTheValue() {
        assertThat(FieldSelector.parse("metadata.name=a\\,b\\=c\\\\,metadata.namespace=x")
                        .matches(new NamespacedName("x", "a,b=c\\")))
                .isTrue();
    }
}
