package dev.chartroom.adapters.http.request;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryParametersTest {

    @Test
    void namesAndValuesAreDecoded() {
        QueryParameters query = QueryParameters.parse("a%20b=c%3Dd&e=f+g&h=%C3%A9&i=a=b");

        assertThat(query.text("a b")).isEqualTo("c=d");
        assertThat(query.text("e")).isEqualTo("f g");
        assertThat(query.text("h")).isEqualTo("é");
        assertThat(query.text("i")).isEqualTo("a=b");
    }

    @Test
    void malformedEscapesStayAsTheyAre() {
        assertThat(QueryParameters.parse("a=%zz&b=%").text("a")).isEqualTo("%zz");
    }

    @Test
    void parametersMayRepeatOrHaveNoValue() {
        QueryParameters query = QueryParameters.parse("&a=1&verbose&&a=2&");

        assertThat(query.all("a")).containsExactly("1", "2");
        assertThat(query.first("a")).contains("1");
        assertThat(query.first("verbose")).contains("");
        assertThat(query.first("b")).isEmpty();
        assertThat(query.values()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "a, true",
        "a=, true",
        "a=1, true",
        "a=true, true",
        "a=x, true",
        "a=0, false",
        "a=false, false",
        "a=FALSE, false",
        "b=1, false"
    })
    void flagsAreParsedAsInGo(String query, boolean set) {
        assertThat(QueryParameters.parse(query).flag("a")).isEqualTo(set);
    }
}
