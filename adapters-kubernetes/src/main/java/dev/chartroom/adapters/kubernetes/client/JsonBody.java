package dev.chartroom.adapters.kubernetes.client;

import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/** A body of JSON that OkHttp must not send twice on its own: a second create would find the first one's object. */
final class JsonBody extends RequestBody {
    private static final @Nullable MediaType JSON = MediaType.parse("application/json");
    private final byte[] json;

    JsonBody(byte[] json) {
        this.json = json;
    }

    @Override
    public @Nullable MediaType contentType() {
        return JSON;
    }

    @Override
    public long contentLength() {
        return json.length;
    }

    @Override
    public boolean isOneShot() {
        return true;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
        sink.write(json);
    }
}
