package dev.chartroom.kubernetes.client;

import java.io.IOException;
import okhttp3.MediaType;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/**
 * A JSON body that OkHttp must not resend on its own: a second create would conflict with the object that the first one
 * created.
 */
final class JsonBody extends RequestBody {
    static final String JSON = "application/json";
    static final String MERGE_PATCH = "application/merge-patch+json";

    private final String type;
    private final byte[] json;

    JsonBody(String type, byte[] json) {
        this.type = type;
        this.json = json;
    }

    @Override
    public @Nullable MediaType contentType() {
        return MediaType.parse(type);
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
