package dev.chartroom.kubernetes.client;

import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.request.RequestDeadline;
import dev.chartroom.core.request.ServerCapacity;
import dev.chartroom.ports.audit.AuditId;
import io.kubernetes.client.openapi.ApiClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import okhttp3.Call;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/**
 * Sends requests to an API server. A change is never sent twice. Redirects are not followed. A request that Chartroom
 * sends to serve a client's request carries the audit id of the client's request. Thread-safe.
 *
 * <p>A method with a parameter {@code refusal} throws the exception that {@code refusal} makes for an error answer. The
 * other methods return an error answer like any other answer. If there is no answer, an {@link ApiException} is thrown,
 * except by {@link #review}. ServiceUnavailable asks for a retry only if the request surely changed nothing (wire
 * contract D22). Timeout means that the deadline passed before the request was sent.
 */
public final class KubernetesHttp {
    private static final System.Logger LOG = System.getLogger(KubernetesHttp.class.getName());
    private static final long OPEN_TIMEOUT_SECONDS = 30;
    /** A body is read in parts of this many bytes. Only full parts are counted against the request's memory share. */
    private static final int PART = 16 * 1024;
    /** Compression costs both ends more than it saves on the network between them. */
    private static final Map<String, String> HEADERS =
            Map.of("Accept", "application/json", "Accept-Encoding", "identity");

    private static final String[] AUTHENTICATION = {"BearerToken"};
    private static final MediaType JSON = MediaType.get(JsonBody.JSON);

    private final ApiClient client;
    private final OkHttpClient calls;
    private final OkHttpClient streams;

    /** @param client created by {@link KubernetesClients}; its connections are shared */
    public KubernetesHttp(ApiClient client) {
        this.client = client;
        this.calls = client.getHttpClient()
                .newBuilder()
                .eventListenerFactory(SendTracker::of)
                .followRedirects(false)
                .build();
        this.streams = calls.newBuilder().readTimeout(Duration.ZERO).build();
    }

    /** Returns the URL of the API server. */
    public URI server() {
        return URI.create(client.getBasePath());
    }

    /** Returns a TLS context that trusts the API server as this client does, but has no certificate of its own. */
    public SSLContext anonymousTls() {
        X509TrustManager trust = calls.x509TrustManager();
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust == null ? null : new TrustManager[] {trust}, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has TLS", e);
        }
    }

    /** @param path from the root, with escaped segments */
    public KubernetesResponse get(String path, Query query) {
        return answer(request("GET", path, query));
    }

    /**
     * Reads an answer of any size as a stream.
     *
     * @param accept the media type to request
     * @param refusal makes the exception for an error answer
     */
    public <T> T read(
            String path,
            Query query,
            String accept,
            BodyReader<T> reader,
            Function<KubernetesResponse, ApiException> refusal) {
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

    /** As {@link #read(String, Query, String, BodyReader, Function)}, with JSON. */
    public <T> T read(
            String path, Query query, BodyReader<T> reader, Function<KubernetesResponse, ApiException> refusal) {
        return read(path, query, JsonBody.JSON, reader, refusal);
    }

    /** Reads a body. */
    @FunctionalInterface
    public interface BodyReader<T> {
        T read(InputStream body) throws IOException;
    }

    public KubernetesResponse send(String method, String path, Query query, byte[] json) {
        return answer(request(method, path, query)
                .newBuilder()
                .method(method, new JsonBody(JsonBody.JSON, json))
                .build());
    }

    /**
     * Posts a review, such as a TokenReview. A review changes nothing, so OkHttp may send it again, for example if the
     * server has closed an idle connection.
     *
     * @param timeout the longest time until the answer has arrived; an earlier deadline of this thread's request takes
     *     precedence
     * @throws IOException if there is no answer
     * @throws ApiException Timeout if no time is left; nothing is sent in this case
     */
    public KubernetesResponse review(String path, byte[] json, Duration timeout) throws IOException {
        Request request = request("POST", path, new Query())
                .newBuilder()
                .post(RequestBody.create(json, JSON))
                .build();
        return ServerCapacity.waitingFor(
                () -> executed(call(request, RequestDeadline.current().remainingUpTo(timeout))));
    }

    public KubernetesResponse merge(String path, Query query, byte[] patch) {
        return patch(path, query, JsonBody.MERGE_PATCH, patch);
    }

    /** @param contentType the media type of the patch; the patch is JSON in any case */
    public KubernetesResponse patch(String path, Query query, String contentType, byte[] patch) {
        return answer(request("PATCH", path, query)
                .newBuilder()
                .method("PATCH", new JsonBody(contentType, patch))
                .build());
    }

    /**
     * Opens a stream of lines. Once the server has answered, the stream may be silent for any time.
     *
     * @param refusal makes the exception for an error answer
     */
    public LineStream open(String path, Query query, Function<KubernetesResponse, ApiException> refusal) {
        return open(path, query, refusal, Duration.ZERO);
    }

    /**
     * Opens a stream of lines with a time limit.
     *
     * @param timeout the time after which the stream breaks in any case; zero for no limit
     */
    public LineStream open(
            String path, Query query, Function<KubernetesResponse, ApiException> refusal, Duration timeout) {
        Request request = request("GET", path, query);
        Call call = streams.newCall(request);
        call.timeout().timeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
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

    /** Returns a call that ends by the deadline of this thread's request. */
    private Call call(Request request) {
        return RequestDeadline.current()
                .left()
                .map(left -> call(request, left))
                .orElseGet(() -> calls.newCall(request));
    }

    private Call call(Request request, Duration timeout) {
        Call call = calls.newCall(request);
        call.timeout().timeout(timeout.toNanos(), TimeUnit.NANOSECONDS);
        return call;
    }

    private KubernetesResponse answer(Request request) {
        try {
            return ServerCapacity.waitingFor(() -> executed(call(request)));
        } catch (IOException e) {
            throw unanswered(request, e);
        }
    }

    private static KubernetesResponse executed(Call call) throws IOException {
        try (Response response = call.execute()) {
            return answer(call.request(), response);
        }
    }

    private static KubernetesResponse answer(Request request, Response response) throws IOException {
        byte[] body = isGet(request)
                ? kept(response.body().byteStream())
                : response.body().bytes();
        Date date = response.headers().getDate("Date");
        return new KubernetesResponse(
                response.code(),
                body,
                response.header("Retry-After"),
                isGet(request),
                date == null ? null : date.toInstant());
    }

    /**
     * Reads a body and counts it against the memory share of the request. The answer to a change is not counted: the
     * client gets this answer even if it is large.
     */
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
                    .tag(SendTracker.class, new SendTracker())
                    .build();
        } catch (io.kubernetes.client.openapi.ApiException e) {
            throw new IllegalStateException("the request cannot be built", e);
        }
    }

    private static ApiException unanswered(Request request, IOException failure) {
        LOG.log(Level.DEBUG, () -> request.method() + " " + request.url().encodedPath() + " was not answered", failure);
        SendTracker tracker = request.tag(SendTracker.class);
        if (isGet(request) || tracker != null && !tracker.mayHaveBeenSent()) {
            return new ApiException(ApiError.unavailable("the backing store cannot be reached, please try again"));
        }
        return new ApiException(ApiError.plain(
                StatusReason.SERVICE_UNAVAILABLE,
                "the backing store did not answer: the change may or may not have been made"));
    }

    private static boolean isGet(Request request) {
        return request.method().equals("GET");
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
