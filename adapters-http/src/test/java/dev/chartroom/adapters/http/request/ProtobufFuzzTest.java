package dev.chartroom.adapters.http.request;

import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.apimachinery.auth.UserInfo;
import dev.chartroom.ports.fuzz.FuzzContract;
import dev.chartroom.ports.fuzz.ProcessorTime;
import dev.chartroom.ports.fuzz.Refusals;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Parses arbitrary bytes as an access review, a namespace and DeleteOptions in protobuf. */
class ProtobufFuzzTest extends FuzzContract {
    private static final UserInfo USER = UserInfo.of("jane", List.of());
    private static final BodyReader BODIES = new BodyReader(Json.CODEC, new BodyTimeout(Duration.ofMinutes(1)));
    private static final AccessReviewReader READER = new AccessReviewReader(BODIES);
    private static final NamespaceReader NAMESPACES = new NamespaceReader(BODIES);

    ProtobufFuzzTest() {
        super("protobuf", ProtobufFuzzTest::fuzzerTestOneInput, 500);
    }

    /** @param input the body */
    public static void fuzzerTestOneInput(byte[] input) {
        ProcessorTime.bounded(input, () -> run(input));
    }

    private static void run(byte[] input) {
        Optional<String> protobuf = Optional.of("application/vnd.kubernetes.protobuf");
        Refusals.orValue(() -> READER.read(USER, new ByteArrayInputStream(input), protobuf));
        Refusals.orValue(() -> NAMESPACES.read(new ByteArrayInputStream(input), protobuf));
        Refusals.orValue(() -> NAMESPACES.options(new ByteArrayInputStream(input), protobuf));
    }
}
