package dev.chartroom.adapters.http.console;

import dev.chartroom.adapters.http.connection.BodyDeadline;
import dev.chartroom.adapters.http.connection.RequestBody;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/** Reads the bodies of the few requests of a browser that the console itself answers or passes on. */
final class SmallBody {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private SmallBody() {}

    /**
     * @param max the largest size in bytes
     * @throws ApiException RequestEntityTooLarge, Timeout if the body does not arrive in time, or BadRequest
     */
    static byte[] read(RequestBody body, int max) {
        byte[] bytes = BodyDeadline.in(LIMIT).during(() -> {
            try {
                return body.content().readNBytes(max + 1);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        if (bytes.length > max) {
            throw new ApiException(ApiError.tooLarge(max));
        }
        return bytes;
    }
}
