package dev.chartroom.adapters.kubernetes.client;

import dev.chartroom.domain.status.ApiError;
import dev.chartroom.domain.status.ApiException;
import dev.chartroom.domain.status.StatusReason;
import dev.chartroom.ports.audit.AuditId;
import dev.chartroom.ports.deadline.RequestDeadline;
import dev.chartroom.ports.limit.ServerCapacity;
import io.kubernetes.client.openapi.ApiClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import okhttp3.Call;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Sends requests to an API server, each exactly once. Redirects are not followed. Every answer is an outcome; only where
 * there is none an {@link ApiException} is thrown: ServiceUnavailable, which asks for a retry only where the request
 * surely changed nothing (wire contract D22), or Timeout where the time of the request is over already. What is asked for
 * a request carries its audit id. Thread-safe.
 */
public final class KubernetesHttp {
    private static final System.Logger LOG = System.getLogger(KubernetesHttp.class.getName());
    private static final long OPEN_TIMEOUT_SECONDS = 30;
    /** In bytes; what is smaller is not counted. */
    private static final int PART = 16 * 1024;
    /** To compress costs both ends more than the network between them. */
    private static final Map<String, String> HEADERS =
            Map.of("Accept", "application/json", "Accept-Encoding", "identity");

    private static final String[] AUTHENTICATION = {"BearerToken"};

    private final ApiClient client;
    private final OkHttpClient calls;
    private final OkHttpClient streams;

    /** @param client as {@link KubernetesClients} makes it; its connections are shared */
    public KubernetesHttp(ApiClient client) {
        this.client = client;
        this.calls = client.getHttpClient()
                .newBuilder()
                .eventListenerFactory(Departure::of)
                .followRedirects(false)
                .build();
        this.streams = calls.newBuilder().readTimeout(Duration.ZERO).build();
    }

    /** @param path from the root, its segments escaped */
    public Answer get(String path, Query query) {
        return answer(request("GET", path, query));
    }

    /**
     * Reads an answer of whatever size as it comes.
     *
     * @param accept the media type that is asked for
     * @param refusal what to throw where the server answers with an error
     */
    public <T> T read(
            String path, Query query, String accept, BodyReader<T> reader, Function<Answer, ApiException> refusal) {
        Request request = request("GET", path, query)
                .newBuilder()
                .header("Accept", accept)
                .build();
        try (Response response = call(request).execute()) {
            if (response.isSuccessful()) {
                return reader.read(response.body().byteStream());
            }
            throw refusal.apply(answer(request, response));
        } catch (IOException e) {
            throw unanswered(request, e);
        }
    }

    /** Makes something of a body. */
    @FunctionalInterface
    public interface BodyReader<T> {
        T read(InputStream body) throws IOException;
    }

    /** Sends a body of JSON. */
    public Answer send(String method, String path, Query query, byte[] json) {
        return answer(request(method, path, query)
                .newBuilder()
                .method(method, new JsonBody(JsonBody.JSON, json))
                .build());
    }

    /** Sends a JSON merge patch. */
    public Answer merge(String path, Query query, byte[] patch) {
        return patch(path, query, JsonBody.MERGE_PATCH, patch);
    }

    /** @param contentType of the patch, which is JSON */
    public Answer patch(String path, Query query, String contentType, byte[] patch) {
        return answer(request("PATCH", path, query)
                .newBuilder()
                .method("PATCH", new JsonBody(contentType, patch))
                .build());
    }

    /**
     * Opens a stream of lines. It may stay silent for as long as it likes once the server has answered.
     *
     * @param refusal what to throw where the server answers with an error
     */
    public LineStream open(String path, Query query, Function<Answer, ApiException> refusal) {
        return open(path, query, refusal, Duration.ZERO);
    }

    /**
     * Likewise.
     *
     * @param longest after which the stream breaks, whatever comes; zero for never
     */
    public LineStream open(String path, Query query, Function<Answer, ApiException> refusal, Duration longest) {
        Request request = request("GET", path, query);
        Call call = streams.newCall(request);
        call.timeout().timeout(longest.toMillis(), TimeUnit.MILLISECONDS);
        CountDownLatch answered = new CountDownLatch(1);
        Thread.startVirtualThread(() -> cancelUnless(answered, call));
        try {
            Response response = call.execute();
            if (response.isSuccessful()) {
                return new LineStream(call, response);
            }
            try (response) {
                throw refusal.apply(answer(request, response));
            }
        } catch (IOException e) {
            throw unanswered(request, e);
        } finally {
            answered.countDown();
        }
    }

    /** A call that ends with the time of the request which this thread is at. */
    private Call call(Request request) {
        Call call = calls.newCall(request);
        RequestDeadline.current()
                .left()
                .ifPresent(left -> call.timeout().timeout(left.toNanos(), TimeUnit.NANOSECONDS));
        return call;
    }

    private Answer answer(Request request) {
        try {
            return ServerCapacity.waitingFor(() -> executed(request));
        } catch (IOException e) {
            throw unanswered(request, e);
        }
    }

    private Answer executed(Request request) throws IOException {
        try (Response response = call(request).execute()) {
            return answer(request, response);
        }
    }

    private static Answer answer(Request request, Response response) throws IOException {
        byte[] body = isToRead(request)
                ? kept(response.body().byteStream())
                : response.body().bytes();
        return new Answer(response.code(), body, retryAfter(response), isToRead(request));
    }

    /** What is read, counted for the request that it is read for. The answer to a change is told, however large it is. */
    private static byte[] kept(InputStream body) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (byte[] part = body.readNBytes(PART); part.length > 0; part = body.readNBytes(PART)) {
            int length = part.length;
            if (length == PART) {
                ServerCapacity.current().ifPresent(share -> share.keep(length));
            }
            bytes.writeBytes(part);
        }
        return bytes.toByteArray();
    }

    private Request request(String method, String path, Query query) {
        try {
            Map<String, String> headers = new HashMap<>(HEADERS);
            AuditId.current().ifPresent(id -> headers.put(AuditId.HEADER, id));
            return client.buildRequest(
                            null,
                            path,
                            method,
                            query.pairs(),
                            List.of(),
                            null,
                            headers,
                            new HashMap<>(),
                            new HashMap<>(),
                            AUTHENTICATION,
                            null)
                    .newBuilder()
                    .tag(Departure.class, new Departure())
                    .build();
        } catch (io.kubernetes.client.openapi.ApiException e) {
            throw new IllegalStateException("the request cannot be built", e);
        }
    }

    private static ApiException unanswered(Request request, IOException failure) {
        LOG.log(Level.DEBUG, () -> request.method() + " " + request.url().encodedPath() + " was not answered", failure);
        Departure departure = request.tag(Departure.class);
        if (isToRead(request) || departure != null && !departure.hasBegun()) {
            return new ApiException(ApiError.unavailable("the backing store cannot be reached, please try again"));
        }
        return new ApiException(ApiError.plain(
                StatusReason.SERVICE_UNAVAILABLE,
                "the backing store did not answer: the change may have been made or not"));
    }

    private static boolean isToRead(Request request) {
        return request.method().equals("GET");
    }

    private static int retryAfter(Response response) {
        String seconds = response.header("Retry-After");
        return seconds != null && seconds.matches("[0-9]{1,6}") ? Integer.parseInt(seconds) : 0;
    }

    private static void cancelUnless(CountDownLatch answered, Call call) {
        try {
            if (!answered.await(OPEN_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                call.cancel();
            }
        } catch (InterruptedException _) {
            call.cancel();
        }
    }
}
