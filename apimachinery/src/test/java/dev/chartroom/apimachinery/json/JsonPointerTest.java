package dev.chartroom.apimachinery.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonPointerTest {

    static Stream<Arguments> pointers() {
        return Stream.of(
                Arguments.of("", List.of()),
                Arguments.of("/", List.of("")),
                Arguments.of("/foo", List.of("foo")),
                Arguments.of("/foo/0", List.of("foo", "0")),
                Arguments.of("/foo/", List.of("foo", "")),
                Arguments.of("//", List.of("", "")),
                Arguments.of("/a~1b", List.of("a/b")),
                Arguments.of("/m~0n", List.of("m~n")),
                Arguments.of("/~01", List.of("~1")),
                Arguments.of("/~10", List.of("/0")),
                Arguments.of("/ ", List.of(" ")),
                Arguments.of("/k\"l/c%d", List.of("k\"l", "c%d")));
    }

    @ParameterizedTest
    @MethodSource("pointers")
    void pointerIsParsedAndFormattedWithItsEscapes(String text, List<String> tokens) {
        JsonPointer pointer = JsonPointer.parse(text);

        assertThat(pointer.tokens()).isEqualTo(tokens);
        assertThat(pointer).hasToString(text);
        assertThat(pointer.isRoot()).isEqualTo(text.isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"foo", "#/foo", " /foo"})
    void pointerWithoutLeadingSlashIsRejected(String text) {
        assertThatThrownBy(() -> JsonPointer.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/~", "/a~2", "/~~0", "/a~/b"})
    void invalidTildeEscapeIsRejected(String text) {
        assertThatThrownBy(() -> JsonPointer.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("escapes nothing");
    }

    @ParameterizedTest
    @CsvSource({"'', '', true", "'', /a, true", "/a, /a, true", "/a, /a/b, true", "/a, /ab, false", "/a/b, /a, false"})
    void prefixIsComparedByToken(String pointer, String other, boolean prefix) {
        assertThat(JsonPointer.parse(pointer).isPrefixOf(JsonPointer.parse(other)))
                .isEqualTo(prefix);
    }

    @Test
    void tokensAreImmutable() {
        assertThatThrownBy(() -> JsonPointer.parse("/a").tokens().add("b"))
                .isInstanceOf(UnsupportedOperationException.class);
    }
}
