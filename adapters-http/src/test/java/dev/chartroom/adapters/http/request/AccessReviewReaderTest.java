package dev.chartroom.adapters.http.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.chartroom.adapters.json.fixture.Failures;
import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.auth.RequestAttributes;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessReviewReaderTest {
    private static final UserInfo ALICE = UserInfo.of("alice", List.of());
    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf";
    private static final RequestAttributes OF_A_RESOURCE =
            new RequestAttributes.Resource(ALICE, "get", "g", "v", "r", "s", "ns", "n");
    private static final RequestAttributes OF_A_PATH = new RequestAttributes.NonResource(ALICE, "get", "/healthz");

    private final AccessReviewReader reader =
            new AccessReviewReader(new BodyReader(Json.CODEC, new BodyTimeout(Duration.ofSeconds(30))));

    @Test
    void jsonReviewIsReadForAResourceOrAPath() {
        assertThat(read("application/json", utf8("""
                {"spec":{"resourceAttributes":{"namespace":"ns","verb":"get","group":"g","version":"v","resource":"r",
                 "subresource":"s","name":"n"}}}
                """))).isEqualTo(OF_A_RESOURCE);
        assertThat(read("application/json", utf8("""
                {"spec":{"nonResourceAttributes":{"path":"/healthz","verb":"get"}}}
                """))).isEqualTo(OF_A_PATH);
    }

    @Test
    void protobufReviewIsReadForAResourceOrAPath() {
        byte[] resource = message(
                field(1, "ns"),
                field(2, "get"),
                field(3, "g"),
                field(4, "v"),
                field(5, "r"),
                field(6, "s"),
                field(7, "n"));
        byte[] path = message(field(1, "/healthz"), field(2, "get"));

        assertThat(read(PROTOBUF, review(field(1, resource)))).isEqualTo(OF_A_RESOURCE);
        assertThat(read(PROTOBUF, review(field(2, path)))).isEqualTo(OF_A_PATH);
    }

    @Test
    void unknownProtobufFieldsAreSkipped() {
        byte[] others = {8 << 3, (byte) 0x96, 1, (9 << 3) | 1, 1, 2, 3, 4, 5, 6, 7, 8, (10 << 3) | 5, 1, 2, 3, 4};
        byte[] path = message(others, field(1, "/healthz"), others, field(2, "get"));

        assertThat(read(PROTOBUF, review(others, field(2, path)))).isEqualTo(OF_A_PATH);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k8s", "k8s\u0000\u0012", "k8s\u0000\u0012\u007f", "{\"spec\":{}}", "k8s\u0000\u0007"})
    void malformedProtobufReviewIsABadRequest(String body) {
        Status status = Failures.of(() -> read(PROTOBUF, body.getBytes(StandardCharsets.ISO_8859_1)));

        assertThat(status.reason()).isEqualTo(StatusReason.BAD_REQUEST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/cbor", "text/plain"})
    void otherContentTypesAreUnsupported(String contentType) {
        assertThat(Failures.of(() -> read(contentType, utf8("{}"))).reason())
                .isEqualTo(StatusReason.UNSUPPORTED_MEDIA_TYPE);
    }

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void mutatedProtobufIsReadOrRefused(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] body = review(field(1, message(field(1, "ns"), field(2, "get"))));
        for (int i = 0; i < 20; i++) {
            body[4 + random.nextInt(body.length - 4)] = (byte) random.nextInt(256);
            try {
                assertThat(read(PROTOBUF, body).user()).isEqualTo(ALICE);
            } catch (ApiException e) {
                assertThat(Status.of(e.error()).reason()).isEqualTo(StatusReason.BAD_REQUEST);
            }
        }
    }

    private RequestAttributes read(String contentType, byte[] body) {
        return reader.read(ALICE, new ByteArrayInputStream(body), Optional.of(contentType));
    }

    /** Returns the envelope of a review whose spec has these fields. */
    private static byte[] review(byte[]... spec) {
        byte[] unknown = message(field(1, message(field(1, "v1"))), field(2, message(field(2, message(spec)))));
        return message(utf8("k8s\u0000"), unknown);
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
