package dev.chartroom.adapters.http.request;

import dev.chartroom.adapters.http.fixture.FuzzedWrites;
import dev.chartroom.adapters.json.fixture.Json;
import dev.chartroom.ports.fuzz.FuzzContract;
import dev.chartroom.ports.fuzz.ProcessorTime;
import dev.chartroom.ports.fuzz.Refusals;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;

/** Parses arbitrary bytes as a patch of each type and applies it to an object. */
class PatchFuzzTest extends FuzzContract {
    private static final BodyReader BODIES = new BodyReader(Json.CODEC, new BodyTimeout(Duration.ofMinutes(1)));

    PatchFuzzTest() {
        super("patch", PatchFuzzTest::fuzzerTestOneInput, 500);
    }

    /** @param input a letter for the form, then the body */
    public static void fuzzerTestOneInput(byte[] input) {
        ProcessorTime.bounded(input, () -> run(input));
    }

    private static void run(byte[] input) {
        if (input.length == 0) {
            return;
        }
        InputStream body = new ByteArrayInputStream(Arrays.copyOfRange(input, 1, input.length));
        FuzzedWrites writes = FuzzedWrites.withAnObject();
        switch (input[0]) {
            case 'j' -> Refusals.orValue(() -> BODIES.jsonPatch(body)).ifPresent(patch -> writes.patch(patch, ""));
            case 'm' -> Refusals.orValue(() -> BODIES.mergePatch(body)).ifPresent(patch -> writes.patch(patch, ""));
            case 's' ->
                Refusals.orValue(() -> BODIES.mergePatch(body)).ifPresent(patch -> writes.patch(patch, "status"));
            case 'c' ->
                Refusals.orValue(() -> BODIES.configuration(body))
                        .ifPresent(configuration -> FuzzedWrites.empty().apply(configuration, false));
            default ->
                Refusals.orValue(() -> BODIES.configuration(body)).ifPresent(configuration -> {
                    writes.apply(configuration, false);
                    writes.apply(configuration, true);
                    // Now the manager already owns the fields that it sets.
                    writes.apply(configuration, false);
                });
        }
    }
}
