package dev.chartroom.adapters.http.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Failures;
import dev.chartroom.adapters.json.fixture.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NamespaceReaderTest {
    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";

    private final NamespaceReader reader =
            new NamespaceReader(new BodyReader(Json.CODEC, new BodyTimeout(Duration.ofSeconds(30))));

    @Test
    void jsonNamespaceIsReadAsIs() {
        assertThat(reader.read(stream(utf8("{\"metadata\":{\"name\":\"a\"},\"x\":1}")), Optional.empty())
                        .value())
                .isEqualTo(Json.value("{\"metadata\":{\"name\":\"a\"},\"x\":1}"));
    }

    @Test
    void protobufNamespaceIsReadWithItsMetadata() {
        byte[] owner = message(
                field(1, "Team"),
                field(3, "a"),
                field(4, "1"),
                field(5, "example.com/v1"),
                new byte[] {6 << 3, 1},
                new byte[] {7 << 3, 0});
        byte[] metadata = message(
                field(1, "shop"),
                field(2, "sh-"),
                field(6, "12"),
                new byte[] {7 << 3, 3},
                field(11, message(field(1, "team"), field(2, "a"))),
                field(11, message(field(1, "tier"), field(2, ""))),
                field(12, message(field(1, "note"), field(2, "é"))),
                field(13, owner),
                field(14, "example.com/x"),
                field(14, "example.com/y"));
        byte[] type = message(field(1, "v1"), field(2, "Namespace"));
        byte[] body = message(
                utf8("k8s\u0000"), field(1, type), field(2, message(field(1, metadata), field(2, ""), field(3, ""))));

        assertThat(reader.read(stream(body), Optional.of(PROTOBUF)).value()).isEqualTo(Json.value("""
                {"apiVersion":"v1","kind":"Namespace","metadata":{"name":"shop","generateName":"sh-",
                 "resourceVersion":"12","labels":{"team":"a","tier":""},"annotations":{"note":"é"},
                 "ownerReferences":[{"apiVersion":"example.com/v1","kind":"Team","name":"a","uid":"1","controller":true,
                  "blockOwnerDeletion":false}],
                 "finalizers":["example.com/x","example.com/y"]}}
                """));
    }

    @Test
    void deleteOptionsAreReadFromProtobufAndJson() {
        byte[] type = message(field(1, "v1"), field(2, "DeleteOptions"));
        byte[] options = message(
                new byte[] {1 << 3, 30},
                field(2, message(field(1, "uid"), field(2, "12"))),
                new byte[] {3 << 3, 0},
                field(4, "Background"),
                field(5, "All"));

        assertThat(reader.options(
                        stream(message(utf8("k8s\u0000"), field(1, type), field(2, options))), Optional.of(PROTOBUF)))
                .contains(Json.value("""
                        {"apiVersion":"v1","kind":"DeleteOptions","preconditions":{"uid":"uid","resourceVersion":"12"},
                         "orphanDependents":false,"propagationPolicy":"Background","dryRun":["All"]}
                        """));
        assertThat(reader.options(stream(utf8("")), Optional.of(PROTOBUF))).isEmpty();
        assertThat(reader.options(stream(utf8("{\"dryRun\":[]}")), Optional.empty()))
                .contains(Json.value("{\"dryRun\":[]}"));
    }

    @Test
    void malformedProtobufIsABadRequest() {
        assertThat(Failures.of(() -> reader.read(stream(utf8("{}")), Optional.of(PROTOBUF)))
                        .code())
                .isEqualTo(400);
    }

    private static ByteArrayInputStream stream(byte[] body) {
        return new ByteArrayInputStream(body);
    }

    private static byte[] field(int number, String value) {
        return field(number, utf8(value));
    }

    private static byte[] field(int number, byte[] value) {
        return message(new byte[] {(byte) (number << 3 | 2), (byte) value.length}, value);
    }

    private static byte[] message(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
