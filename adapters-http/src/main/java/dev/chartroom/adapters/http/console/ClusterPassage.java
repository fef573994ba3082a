package dev.chartroom.adapters.http.console;

import dev.chartroom.adapters.http.connection.RequestBody;
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
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;

/**
 * Passes allowed requests on to the kube-apiserver, with the user's token and nothing else that names a user. Its client has no
 * certificate and no token, so a request without a token is anonymous there, and this server rejects it before.
 */
public final class ClusterPassage implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ClusterPassage.class.getName());
    private static final Duration CONNECT = Duration.ofSeconds(5);
    /** A review is small. */
    private static final int MAX_BODY = 64 * 1024;

    private static final int BUFFER = 8 * 1024;
    /** The time until an answer begins. */
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** All other headers are dropped, such as those that name another user, cookies, and those of one connection. */
    private static final List<String> PASSED_ON = List.of("Authorization", "Accept", "Content-Type");

    private static final List<String> RETURNED = List.of("Content-Type", "Retry-After", "Warning", "Audit-Id");

    private final URI server;
    private final HttpClient client;
    private final PassagePlaces places = new PassagePlaces();

    /**
     * @param server the URL of the kube-apiserver
     * @param tls trusts the kube-apiserver, and has no key
     */
    public ClusterPassage(URI server, SSLContext tls) {
        this.server = server;
        this.client = HttpClient.newBuilder()
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
     * @throws ApiException if the request is invalid, there is no answer, or too many requests are being passed on
     */
    void pass(ServerRequest request, RequestBody body, ServerResponse response) {
        // Read before the request takes a place, because a client may send it slowly.
        HttpRequest passed = toCluster(request, body);
        String token = request.headers().get(HeaderNames.AUTHORIZATION).get();
        if (!places.enter(token)) {
            throw new ApiException(ApiError.tooManyRequests());
        }
        try {
            answer(send(passed), isWatch(request), body, response);
        } finally {
            places.leave(token);
        }
    }

    /** The answer to a watch can last for an hour without a byte, so it needs more care than others. */
    private static boolean isWatch(ServerRequest request) {
        return request.query().rawValue().contains("watch");
    }

    private static void answer(
            HttpResponse<InputStream> answer, boolean isWatch, RequestBody body, ServerResponse response) {
        response.status(answer.statusCode());
        for (String name : RETURNED) {
            answer.headers()
                    .firstValue(name)
                    .ifPresent(value -> response.headers().set(HeaderValues.create(HeaderNames.create(name), value)));
        }
        try (InputStream from = answer.body()) {
            if (isWatch) {
                body.whenClientLeaves(() -> close(from));
            }
            OutputStream to = response.outputStream();
            if (isWatch) {
                to.write(body.opening());
                to.flush();
            }
            copy(from, to);
        } catch (IOException | UncheckedIOException e) {
            // Otherwise a part of an answer would look like all of it.
            throw new CloseConnectionException("the client or the kube-apiserver is gone", e);
        }
    }

    private static void close(InputStream from) {
        try {
            from.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "The watch of a client that left did not end", e);
        }
    }

    private HttpResponse<InputStream> send(HttpRequest passed) {
        try {
            return client.send(passed, BodyHandlers.ofInputStream());
        } catch (IOException _) {
            throw new ApiException(ApiError.unavailable("the kube-apiserver cannot be reached"));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new ApiException(ApiError.unavailable("interrupted"));
        }
    }

    private HttpRequest toCluster(ServerRequest request, RequestBody body) {
        String method = request.prologue().method().text();
        HttpRequest.BodyPublisher content = method.equals("GET")
                ? BodyPublishers.noBody()
                : BodyPublishers.ofByteArray(SmallBody.read(body, MAX_BODY));
        String query = request.query().rawValue();
        try {
            HttpRequest.Builder built = HttpRequest.newBuilder(
                            server.resolve(request.path().rawPath() + (query.isEmpty() ? "" : "?" + query)))
                    .timeout(LIMIT)
                    .method(method, content);
            for (String name : PASSED_ON) {
                request.headers().first(HeaderNames.create(name)).ifPresent(value -> built.header(name, value));
            }
            return built.build();
        } catch (IllegalArgumentException _) {
            throw ApiException.badRequest("the query or a header of the request is malformed");
        }
    }

    private static void copy(InputStream from, OutputStream to) throws IOException {
        byte[] buffer = new byte[BUFFER];
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
            to.write(buffer, 0, read);
            // An event of a watch must not wait for the next one.
            to.flush();
        }
        to.close();
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
