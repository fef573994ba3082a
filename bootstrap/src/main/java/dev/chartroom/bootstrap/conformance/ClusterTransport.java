package dev.chartroom.bootstrap.conformance;

import dev.chartroom.conformance.cases.Received;
import dev.chartroom.conformance.cases.Transport;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;

/** Sends requests with the credentials of a kubeconfig, and otherwise unchanged. */
public final class ClusterTransport implements Transport {
    private static final String[] AUTHENTICATION = {"BearerToken"};

    private final ApiClient client;
    private final OkHttpClient calls;

    public ClusterTransport(ApiClient client) {
        this.client = client;
        // A watch may be silent for longer than the read timeout. The limit of the whole call remains.
        this.calls = client.getHttpClient()
                .newBuilder()
                .followRedirects(false)
                .readTimeout(Duration.ZERO)
                .build();
    }

    @Override
    public Received send(
            String method, String path, Map<String, String> headers, byte @Nullable [] body, Duration limit)
            throws IOException {
        try {
            Call call = calls.newCall(request(method, path, headers, body));
            call.timeout().timeout(limit.toMillis(), TimeUnit.MILLISECONDS);
            try (Response response = call.execute()) {
                return new Received(
                        response.code(),
                        HttpHeaders.of(response.headers().toMultimap(), (_, _) -> true),
                        response.body().bytes());
            }
        } catch (IllegalArgumentException e) {
            throw new IOException("the client cannot send this request: " + e.getMessage(), e);
        }
    }

    private Request request(String method, String path, Map<String, String> headers, byte @Nullable [] body) {
        Request.Builder request = authenticated(path).newBuilder();
        // Without this header, the library requests compression and hides it.
        if (headers.keySet().stream().noneMatch("Accept-Encoding"::equalsIgnoreCase)) {
            request.header("Accept-Encoding", "identity");
        }
        headers.forEach(request::header);
        boolean needsBody = List.of("POST", "PUT", "PATCH").contains(method.toUpperCase(Locale.ROOT));
        byte[] sent = body == null && needsBody ? new byte[0] : body;
        return request.method(method, sent == null ? null : new PlainBody(sent)).build();
    }

    private Request authenticated(String path) {
        try {
            return client.buildRequest(
                    null,
                    path,
                    "GET",
                    List.of(),
                    List.of(),
                    null,
                    new HashMap<>(),
                    new HashMap<>(),
                    new HashMap<>(),
                    AUTHENTICATION,
                    null);
        } catch (ApiException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        calls.connectionPool().evictAll();
    }

    /** A body without a type of its own, because a case may leave out the header. It must not be sent twice. */
    private static final class PlainBody extends RequestBody {
        private final byte[] content;

        PlainBody(byte[] content) {
            this.content = content;
        }

        @Override
        public @Nullable MediaType contentType() {
            return null;
        }

        @Override
        public long contentLength() {
            return content.length;
        }

        @Override
        public boolean isOneShot() {
            return true;
        }

        @Override
        public void writeTo(BufferedSink sink) throws IOException {
            sink.write(content);
        }
    }
}
