package dev.chartroom.adapters.console;

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
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/**
 * Passes allowed requests on to the kube-apiserver, with the user's token and nothing else that names a user. Its client has no
 * certificate and no token, so a request without a token is anonymous there, and this server rejects it before.
 */
public final class ClusterPassage implements AutoCloseable {
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
     * @throws ApiException if there is no answer, or too many requests are being passed on
     */
    void pass(ServerRequest request, Supplier<InputStream> body, ServerResponse response) {
        HttpRequest passed;
        try {
            // Read before the request takes a place, because a client may send it slowly.
            passed = toCluster(request, body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String token = request.headers().get(HeaderNames.AUTHORIZATION).get();
        if (!places.enter(token)) {
            throw new ApiException(ApiError.tooManyRequests());
        }
        try {
            answer(passed, response);
        } finally {
            places.leave(token);
        }
    }

    private void answer(HttpRequest passed, ServerResponse response) {
        HttpResponse<InputStream> answer = send(passed);
        response.status(answer.statusCode());
        for (String name : RETURNED) {
            answer.headers()
                    .firstValue(name)
                    .ifPresent(value -> response.headers().set(HeaderValues.create(HeaderNames.create(name), value)));
        }
        try {
            copy(answer.body(), response.outputStream());
        } catch (IOException | UncheckedIOException e) {
            // Otherwise a part of an answer would look like all of it.
            throw new CloseConnectionException("the client or the kube-apiserver is gone", e);
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

    private HttpRequest toCluster(ServerRequest request, Supplier<InputStream> body) throws IOException {
        String query = request.query().rawValue();
        HttpRequest.Builder built = HttpRequest.newBuilder(
                        server.resolve(request.path().rawPath() + (query.isEmpty() ? "" : "?" + query)))
                .timeout(LIMIT);
        for (String name : PASSED_ON) {
            request.headers().first(HeaderNames.create(name)).ifPresent(value -> built.header(name, value));
        }
        String method = request.prologue().method().text();
        return built.method(
                        method,
                        method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(read(body.get())))
                .build();
    }

    private static byte[] read(InputStream body) throws IOException {
        try (body) {
            byte[] bytes = body.readNBytes(MAX_BODY + 1);
            if (bytes.length > MAX_BODY) {
                throw new ApiException(ApiError.tooLarge(MAX_BODY));
            }
            return bytes;
        }
    }

    private static void copy(InputStream from, OutputStream to) throws IOException {
        try (from) {
            byte[] buffer = new byte[BUFFER];
            for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
                to.write(buffer, 0, read);
                // An event of a watch must not wait for the next one.
                to.flush();
            }
            to.close();
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
