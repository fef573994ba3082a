package dev.chartroom.domain.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IconReaderTest {
    private static final String SVG = "data:image/svg+xml;base64,";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data:image/png;base64,iVBORw0KGgo=",
                "data:image/jpeg;base64,/9j/4A==",
                "data:image/webp;base64,UklGRg==",
                "data:image/svg+xml;charset=utf-8;base64,PHN2Zz4=",
                "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' stroke='%23fff'/>",
                "data:image/svg+xml;utf8,%3Csvg%3E",
            })
    void imageInItsUrlIsAnIcon(String icon) {
        assertThat(read(icon)).isEqualTo(icon);
        assertThat(IconReader.ofCozystack(icon)).isEqualTo(icon);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com/redis.svg",
                "//example.com/redis.svg",
                "javascript:alert(1)",
                "redis",
                "data:",
                "data:text/html,<script>",
                "data:image/svg+xml",
                "data:image/svg+xml,",
                "data:image/svg+xml;base64",
                "data:image/svg+xmlx,a",
                "data:image/gif;base64,R0lGOD",
                " data:image/png,a",
                "data:image/png,a\nb",
                "data:image/png;\n,a",
                "data:image/png,\u00e9",
                "data:image/png,\u007f",
            })
    void anythingElseIsRefusedInAKindDefinitionAndIgnoredInCozystacks(String icon) {
        assertThatExceptionOfType(InvalidDefinitionException.class)
                .isThrownBy(() -> read(icon))
                .withMessage(
                        "icon: must be a data: URL of an SVG, PNG, WebP or JPEG image, with at most 65536 printable"
                                + " ASCII characters, such as data:image/svg+xml;base64,PHN2Zz4=");
        assertThat(IconReader.ofCozystack(icon)).isEmpty();
    }

    @Test
    void iconHasALimitOfItsLength() {
        String longest = "data:image/png," + "a".repeat(IconReader.MAX_LENGTH - "data:image/png,".length());

        assertThatNoException().isThrownBy(() -> read(longest));
        assertThatExceptionOfType(InvalidDefinitionException.class).isThrownBy(() -> read(longest + "a"));
        assertThat(IconReader.ofCozystack(longest)).isEqualTo(longest);
        assertThat(IconReader.ofCozystack(longest + "a")).isEmpty();
    }

    @Test
    void missingIconIsEmptyAndANumberIsRefused() {
        assertThat(IconReader.read(DefinitionFields.of(JsonObject.EMPTY))).isEmpty();
        DefinitionFields fields = DefinitionFields.of(JsonObject.of("icon", JsonNumber.of(5)));
        IconReader.read(fields);
        assertThatExceptionOfType(InvalidDefinitionException.class)
                .isThrownBy(fields::finish)
                .withMessage("icon: must be a string");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<svg></svg> | data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=",
                "PHN2ZyB4bWxucz0= | data:image/svg+xml;base64,PHN2ZyB4bWxucz0=",
                "PD94bWwgdmVyc2lvbj0= | data:image/svg+xml;base64,PD94bWwgdmVyc2lvbj0=",
                "PCEtLSBieSBtZSAtLT4= | data:image/svg+xml;base64,PCEtLSBieSBtZSAtLT4=",
                "iVBORw0KGgo= | data:image/png;base64,iVBORw0KGgo=",
                "/9j/4AAQ | data:image/jpeg;base64,/9j/4AAQ",
                "UklGRhYA | data:image/webp;base64,UklGRhYA",
            })
    void typeOfCozystacksIconIsFoundInItsContent(String icon, String url) {
        assertThat(IconReader.ofCozystack(icon)).isEqualTo(url);
    }

    @Test
    void cozystacksIconMayHaveSeveralLinesAndAnyText() {
        assertThat(IconReader.ofCozystack("PHN2\nZz48\r\n L3N2Zz4=\n")).isEqualTo(SVG + "PHN2Zz48L3N2Zz4=");
        assertThat(IconReader.ofCozystack("<svg>\u00e9</svg>")).isEqualTo(SVG + "PHN2Zz7DqTwvc3ZnPg==");
    }

    private static String read(String icon) {
        DefinitionFields fields = DefinitionFields.of(JsonObject.of("icon", new JsonString(icon)));
        String read = IconReader.read(fields);
        fields.finish();
        return read;
    }
}
