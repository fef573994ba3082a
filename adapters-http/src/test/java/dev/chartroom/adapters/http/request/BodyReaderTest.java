package dev.chartroom.adapters.http.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.http.fixture.Failures;
import dev.chartroom.adapters.http.fixture.Json;
import dev.chartroom.domain.json.JsonObject;
import dev.chartroom.domain.json.JsonValue;
import dev.chartroom.domain.status.Status;
import dev.chartroom.domain.status.StatusReason;
import dev.chartroom.ports.service.Patch;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wire contract D11, D12, D59 and E1. */
class BodyReaderTest {
    private static final JsonObject OBJECT = Json.object("{\"a\":1}");

    private final BodyReader bodies = new BodyReader(Json.CODEC);

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "application/json", "application/json; charset=utf-8", "Application/JSON;x=y"})
    void aBodyIsJsonUnlessItsTypeSaysOtherwise(@Nullable String contentType) {
        assertThat(bodies.object(stream("{\"a\":1}"), Optional.ofNullable(contentType)))
                .isEqualTo(OBJECT);
        assertThat(status("a: 1", contentType).reason()).isEqualTo(StatusReason.BAD_REQUEST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/yaml", "application/yaml;charset=utf-8"})
    void yamlIsReadWhereTheTypeSaysSo(String contentType) {
        assertThat(bodies.object(stream("a: 1"), Optional.of(contentType))).isEqualTo(OBJECT);
        assertThat(bodies.object(stream("{\"a\":1}"), Optional.of(contentType))).isEqualTo(OBJECT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/vnd.kubernetes.protobuf",
                "application/cbor",
                "text/plain",
                "text/yaml",
                "text/json",
                "application/x-www-form-urlencoded",
                "multipart/form-data; boundary=x",
                "application/merge-patch+json",
                "json",
                "*/*"
            })
    void anyOtherTypeIsRefusedWithTheTypesThereAre(String contentType) {
        Status status = status("{}", contentType);

        assertThat(status.reason()).isEqualTo(StatusReason.UNSUPPORTED_MEDIA_TYPE);
        assertThat(status.code()).isEqualTo(415);
        assertThat(status.message())
                .isEqualTo("the body of the request was in an unknown format - accepted media types include: "
                        + "application/json, application/yaml");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "1", "null", "\"a\"", "{", "{}{}"})
    void whatIsNoObjectIsABadRequest(String body) {
        assertThat(status(body, null).reason()).isEqualTo(StatusReason.BAD_REQUEST);
    }

    @Test
    void threeMebibytesAreReadAndOneByteMoreIsNot() {
        assertThat(BodyReader.LIMIT).isEqualTo(3_145_728);
        String padding = " ".repeat(BodyReader.LIMIT - 7);

        assertThat(bodies.object(stream("{\"a\":1}" + padding), Optional.empty()))
                .isEqualTo(OBJECT);
        Status status = status("{\"a\":1}" + padding + " ", null);
        assertThat(status.reason()).isEqualTo(StatusReason.REQUEST_ENTITY_TOO_LARGE);
        assertThat(status.code()).isEqualTo(413);
        assertThat(status.message()).isEqualTo("Request entity too large: limit is 3145728");
    }

    @Test
    void anOptionalBodyMayBeEmpty() {
        Optional<String> anything = Optional.of("text/plain");

        assertThat(bodies.optional(stream(""), anything)).isEmpty();
        assertThat(bodies.optional(stream("{\"a\":1}"), Optional.empty())).contains((JsonValue) OBJECT);
        assertThat(bodies.optional(stream("a: 1"), Optional.of("application/yaml")))
                .contains((JsonValue) OBJECT);
        assertThat(Failures.of(() -> bodies.optional(stream("{}"), anything)).code())
                .isEqualTo(415);
    }

    @ParameterizedTest
    @CsvSource({
        "application/merge-patch+json, '{\"a\":1}', Merge",
        "application/merge-patch+json;charset=utf-8, '{\"a\":1}', Merge",
        "application/json-patch+json, '[]', Json",
        "Application/JSON-Patch+JSON, '[{\"op\":\"remove\",\"path\":\"/a\"}]', Json",
    })
    void theTypeSaysWhichPatchItIs(String contentType, String body, String kind) {
        Patch patch = bodies.patch(stream(body), Optional.of(contentType));

        assertThat(patch.getClass().getSimpleName()).isEqualTo(kind);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "application/strategic-merge-patch+json",
                "application/apply-patch+yaml",
                "application/apply-patch+cbor",
                "application/json",
                "application/yaml",
                "text/plain"
            })
    void anyOtherPatchIsRefusedWithTheTypesThereAre(@Nullable String contentType) {
        Status status = Failures.of(() -> bodies.patch(stream("{}"), Optional.ofNullable(contentType)));

        assertThat(status.reason()).isEqualTo(StatusReason.UNSUPPORTED_MEDIA_TYPE);
        assertThat(status.message())
                .isEqualTo("the body of the request was in an unknown format - accepted media types include: "
                        + "application/json-patch+json, application/merge-patch+json");
    }

    @ParameterizedTest
    @CsvSource({
        "application/merge-patch+json, '[]'",
        "application/merge-patch+json, '1'",
        "application/merge-patch+json, ''",
        "application/merge-patch+json, 'a: 1'",
        "application/json-patch+json, '{}'",
        "application/json-patch+json, '[1]'",
        "application/json-patch+json, '[{\"op\":\"fly\",\"path\":\"/a\"}]'",
        "application/json-patch+json, '[{\"op\":\"add\",\"path\":\"a\",\"value\":1}]'",
        "application/json-patch+json, ''",
    })
    void aMalformedPatchIsABadRequest(String contentType, String body) {
        Status status = Failures.of(() -> bodies.patch(stream(body), Optional.of(contentType)));

        assertThat(status.reason()).isEqualTo(StatusReason.BAD_REQUEST);
    }

    @Test
    void aPatchOfTooManyOperationsIsTooLarge() {
        String operation = "{\"op\":\"remove\",\"path\":\"/a\"},";
        String body = "[" + operation.repeat(10_000) + operation.substring(0, operation.length() - 1) + "]";

        Status status = Failures.of(() -> bodies.patch(stream(body), Optional.of("application/json-patch+json")));

        assertThat(status.code()).isEqualTo(413);
    }

    private Status status(String body, @Nullable String contentType) {
        return Failures.of(() -> bodies.object(stream(body), Optional.ofNullable(contentType)));
    }

    private static InputStream stream(String body) {
        return new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8));
    }
}
