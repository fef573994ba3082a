package dev.chartroom.adapters.http.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.chartroom.adapters.json.fixture.Failures;
import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.domain.kind.NamespaceKind;
import dev.chartroom.ports.storage.Kinds;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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

    private final BodyReader bodies = new BodyReader(Json.CODEC, new BodyTimeout(Duration.ofSeconds(30)));

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "application/json", "application/json; charset=utf-8", "Application/JSON;x=y"})
    void bodyWithJsonOrNoContentTypeIsReadAsJson(@Nullable String contentType) {
        assertThat(bodies.object(stream("{\"a\":1}"), Optional.ofNullable(contentType))
                        .value())
                .isEqualTo(OBJECT);
        assertThat(status("a: 1", contentType).reason()).isEqualTo(StatusReason.BAD_REQUEST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/yaml", "application/yaml;charset=utf-8"})
    void bodyWithYamlContentTypeIsReadAsYaml(String contentType) {
        assertThat(bodies.object(stream("a: 1"), Optional.of(contentType)).value())
                .isEqualTo(OBJECT);
        assertThat(bodies.object(stream("{\"a\":1}"), Optional.of(contentType)).value())
                .isEqualTo(OBJECT);
    }

    /** The body has fewer than 200 bytes. */
    @Test
    void yamlWhoseAliasesMultiply_countsAsLargeInput() {
        String yaml = "a: &a [" + "1,".repeat(10) + "]\n"
                + "b: &b [" + "*a,".repeat(10) + "]\n"
                + "c: &c [" + "*b,".repeat(10) + "]\n"
                + "d: [" + "*c,".repeat(10) + "]\n";
        ServerCapacity capacity = new ServerCapacity(2, 1 << 20);

        capacity.during(() -> {
            bodies.object(stream(yaml), Optional.of("application/yaml"));

            capacity.during(() -> RequestDeadline.in(Duration.ofMillis(100)).during(() -> {
                assertThatThrownBy(() -> ServerCapacity.current().orElseThrow().acquireTurn(Long.MAX_VALUE))
                        .isInstanceOf(ApiException.class);
                return true;
            }));
        });
    }

    @Test
    void yamlWhoseAliasesExceedTheSizeLimit_isRefused() {
        String yaml = "a: &a [" + "1,".repeat(100) + "]\n"
                + "b: &b [" + "*a,".repeat(100) + "]\n"
                + "c: [" + "*b,".repeat(100) + "]\n";

        Status status = status(yaml, "application/yaml");

        assertThat(status.message()).contains("its aliases make it too large");
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
    void otherContentTypesGet415WithTheAcceptedTypes(String contentType) {
        Status status = status("{}", contentType);

        assertThat(status.reason()).isEqualTo(StatusReason.UNSUPPORTED_MEDIA_TYPE);
        assertThat(status.code()).isEqualTo(415);
        assertThat(status.message())
                .isEqualTo("the body of the request was in an unknown format - accepted media types include: "
                        + "application/json, application/yaml");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "1", "null", "\"a\"", "{", "{}{}"})
    void bodyThatIsNotAnObjectIsABadRequest(String body) {
        assertThat(status(body, null).reason()).isEqualTo(StatusReason.BAD_REQUEST);
    }

    @Test
    void bodyOverThreeMebibytesGets413() {
        assertThat(BodyReader.LIMIT).isEqualTo(3_145_728);
        String padding = " ".repeat(BodyReader.LIMIT - 7);

        assertThat(bodies.object(stream("{\"a\":1}" + padding), Optional.empty())
                        .value())
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
        "application/merge-patch+json, MERGE",
        "application/merge-patch+json;charset=utf-8, MERGE",
        "application/json-patch+json, JSON",
        "Application/JSON-Patch+JSON, JSON",
        "application/apply-patch+yaml, APPLY",
    })
    void contentTypeSelectsThePatchType(String contentType, PatchType type) {
        assertThat(PatchType.of(Optional.of(contentType), Kinds.redis())).isEqualTo(type);
    }

    @Test
    void coreGroupKindsAcceptStrategicMergePatches() {
        assertThat(PatchType.of(Optional.of("application/strategic-merge-patch+json"), NamespaceKind.KIND))
                .isEqualTo(PatchType.STRATEGIC);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "application/strategic-merge-patch+json",
                "application/apply-patch+cbor",
                "application/json",
                "application/yaml",
                "text/plain"
            })
    void otherPatchTypesAreRefusedWithTheAcceptedTypes(@Nullable String contentType) {
        Status status = Failures.of(() -> PatchType.of(Optional.ofNullable(contentType), Kinds.redis()));

        assertThat(status.reason()).isEqualTo(StatusReason.UNSUPPORTED_MEDIA_TYPE);
        assertThat(status.message())
                .isEqualTo("the body of the request was in an unknown format - accepted media types include: "
                        + "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "1", "", "a: 1"})
    void mergePatchThatIsNotAnObjectIsABadRequest(String body) {
        assertThat(Failures.of(() -> bodies.mergePatch(stream(body))).reason()).isEqualTo(StatusReason.BAD_REQUEST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[1]", "[{\"op\":1}]", ""})
    void jsonPatchThatIsNotAListOfOperationsIsABadRequest(String body) {
        assertThat(Failures.of(() -> bodies.jsonPatch(stream(body))).reason()).isEqualTo(StatusReason.BAD_REQUEST);
    }

    @Test
    void jsonPatchOfMoreThan10000OperationsGets413() {
        String operation = "{\"op\":\"remove\",\"path\":\"/a\"},";
        String body = "[" + operation.repeat(10_000) + operation.substring(0, operation.length() - 1) + "]";

        assertThat(Failures.of(() -> bodies.jsonPatch(stream(body))).code()).isEqualTo(413);
    }

    @Test
    void duplicateFieldsAreReportedInJsonAndInYaml() {
        assertThat(bodies.object(stream("{\"a\":1,\"b\":[{\"c\":1,\"c\":2}],\"a\":2}"), Optional.empty()))
                .satisfies(json -> {
                    assertThat(json.value()).isEqualTo(Json.object("{\"a\":2,\"b\":[{\"c\":2}]}"));
                    assertThat(json.strictErrors())
                            .containsExactly("duplicate field \"b[0].c\"", "duplicate field \"a\"");
                });
        assertThat(bodies.configuration(stream("a:\n  b: 1\n  b: 2\na: 3\n"))).satisfies(yaml -> {
            assertThat(yaml.value()).isEqualTo(Json.object("{\"a\":3}"));
            assertThat(yaml.duplicates())
                    .containsExactly("line 3: key \"b\" already set in map", "line 4: key \"a\" already set in map");
            assertThat(yaml.strictErrors())
                    .containsExactly("yaml: unmarshal errors:\n  line 3: key \"b\" already set in map"
                            + "\n  line 4: key \"a\" already set in map");
        });
    }

    @Test
    void applyConfigurationThatIsNotAnObjectIsABadRequest() {
        assertThat(Failures.of(() -> bodies.configuration(stream("[]"))).reason())
                .isEqualTo(StatusReason.BAD_REQUEST);
    }

    private Status status(String body, @Nullable String contentType) {
        return Failures.of(() -> bodies.object(stream(body), Optional.ofNullable(contentType)));
    }

    private static InputStream stream(String body) {
        return new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8));
    }
}
