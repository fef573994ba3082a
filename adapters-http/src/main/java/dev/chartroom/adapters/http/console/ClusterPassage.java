package dev.chartroom.adapters.http.console;

import dev.chartroom.adapters.http.connection.RequestBody;
import dev.chartroom.adapters.http.connection.RequestStream;
import dev.chartroom.adapters.http.request.QueryParameters;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;

/**
 * Passes allowed requests on to the kube-apiserver, with the user's token and nothing else that names a user. Its client has no
 * certificate and no token, so a request without a token is anonymous there, and this server rejects it before.
 */
public final class ClusterPassage implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ClusterPassage.class.getName());
    private static final Duration CONNECT = Duration.ofSeconds(5);
    /** The time until an answer begins. */
    private static final Duration LIMIT = Duration.ofSeconds(30);
    /** The time until an answer ends. */
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private static final Duration LONGEST_WATCH = Duration.ofHours(1);

    /** All other headers are dropped, such as those that name another user, cookies, and those of one connection. */
    private static final List<String> PASSED_ON = List.of("Accept", "Content-Type");

    private static final List<String> RETURNED = List.of("Content-Type", "Retry-After", "Warning", "Audit-Id");

    private final String server;
    private final HttpClient client;
    private final PassagePlaces places = new PassagePlaces();
    private final Set<PassedAnswer> watches = ConcurrentHashMap.newKeySet();
    /** Whether the last request had no answer, so that an outage is logged once. */
    private final AtomicBoolean failing = new AtomicBoolean();

    private volatile boolean ending;

    /**
     * @param server the URL of the kube-apiserver
     * @param tls trusts the kube-apiserver, and has no key
     */
    public ClusterPassage(URI server, SSLContext tls) {
        this.server = server.toString().replaceFirst("/+$", "");
        // Over HTTP/2, all users would share one connection: its 100 streams, its window, and its end.
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(tls)
                .connectTimeout(CONNECT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    boolean allows(ServerRequest request) {
        return AllowedClusterRequest.matches(
                request.prologue().method().text(), request.path().rawPath());
    }

    /**
     * Sends a request, and copies its answer as it arrives.
     *
     * @param token the bearer token of the user
     * @param content the body of the request, which the caller has read
     * @throws ApiException if the request is invalid, there is no answer, or too many requests are being passed on
     */
    void pass(ServerRequest request, String token, byte[] content, RequestBody body, ServerResponse response) {
        HttpRequest passed = toCluster(request, token, content);
        if (!places.enter(token)) {
            throw new ApiException(ApiError.tooManyRequests());
        }
        try {
            HttpResponse<InputStream> answer = send(passed);
            // As the kube-apiserver decodes it.
            boolean isWatch = QueryParameters.parse(request.query().rawValue())
                    .first("watch")
                    .isPresent();
            answer(answer, new PassedAnswer(answer.body(), isWatch, isWatch ? LONGEST_WATCH : LONGEST), body, response);
        } finally {
            places.leave(token);
        }
    }

    /** Ends all watches cleanly, including those that are about to begin, because the server closes. */
    public void endAll() {
        ending = true;
        watches.forEach(PassedAnswer::end);
    }

    private void answer(
            HttpResponse<InputStream> answer, PassedAnswer passed, RequestBody body, ServerResponse response) {
        try (passed) {
            response.status(answer.statusCode());
            for (String name : RETURNED) {
                answer.headers()
                        .firstValue(name)
                        .ifPresent(
                                value -> response.headers().set(HeaderValues.create(HeaderNames.create(name), value)));
            }
            // Over HTTP/1.1, the connection would end with this answer.
            if (passed.isWatch() || RequestStream.current().isPresent()) {
                body.whenClientLeaves(passed::end);
            }
            OutputStream to = response.outputStream();
            if (passed.isWatch()) {
                watches.add(passed);
                if (ending) {
                    passed.end();
                }
                to.write(body.opening());
                to.flush();
            }
            passed.copyTo(to);
        } catch (IOException | UncheckedIOException e) {
            // Otherwise a part of an answer would look like all of it.
            throw new CloseConnectionException("the client or the kube-apiserver is gone", e);
        } finally {
            watches.remove(passed);
        }
    }

    private HttpResponse<InputStream> send(HttpRequest passed) {
        try {
            HttpResponse<InputStream> answer = client.send(passed, BodyHandlers.ofInputStream());
            failing.set(false);
            return answer;
        } catch (IOException e) {
            if (failing.compareAndSet(false, true)) {
                LOG.log(System.Logger.Level.WARNING, "The console gets no answers of the kube-apiserver: " + e);
            }
            throw new ApiException(ApiError.unavailable(
                    e instanceof HttpTimeoutException
                            ? "the kube-apiserver did not answer in time"
                            : "the kube-apiserver cannot be reached"));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new ApiException(ApiError.unavailable("interrupted"));
        }
    }

    private HttpRequest toCluster(ServerRequest request, String token, byte[] content) {
        String method = request.prologue().method().text();
        String query = request.query().rawValue();
        try {
            HttpRequest.Builder built = HttpRequest.newBuilder(
                            URI.create(server + request.path().rawPath() + (query.isEmpty() ? "" : "?" + query)))
                    .timeout(LIMIT)
                    .header("Authorization", "Bearer " + token)
                    .method(
                            method,
                            method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(content));
            for (String name : PASSED_ON) {
                request.headers().first(HeaderNames.create(name)).ifPresent(value -> built.header(name, value));
            }
            return built.build();
        } catch (IllegalArgumentException _) {
            throw ApiException.badRequest("the query or a header of the request is malformed");
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
