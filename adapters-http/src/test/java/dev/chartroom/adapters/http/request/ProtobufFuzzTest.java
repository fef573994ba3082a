package dev.chartroom.adapters.http.request;

import dev.chartroom.adapters.http.connection.Watchdog;
import dev.chartroom.adapters.http.fixture.Json;
import dev.chartroom.domain.auth.UserInfo;
import dev.chartroom.ports.fuzz.FuzzContract;
import dev.chartroom.ports.fuzz.Refusals;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Arbitrary bytes as an access review in protobuf. */
class ProtobufFuzzTest extends FuzzContract {
    private static final UserInfo USER = UserInfo.of("jane", List.of());
    private static final AccessReviewReader READER = new AccessReviewReader(
            new BodyReader(Json.CODEC, new SlowBodies(new Watchdog(Duration.ofMillis(200)), Duration.ofMinutes(1))));

    ProtobufFuzzTest() {
        super("protobuf", ProtobufFuzzTest::fuzzerTestOneInput, 500);
    }

    /** @param input the body */
    public static void fuzzerTestOneInput(byte[] input) {
        Refusals.orValue(() ->
                READER.read(USER, new ByteArrayInputStream(input), Optional.of("application/vnd.kubernetes.protobuf")));
    }
}
