package dev.chartroom.adapters.http.console;

import dev.chartroom.adapters.http.connection.RequestBody;
import dev.chartroom.adapters.http.connection.RequestStream;
import dev.chartroom.adapters.http.error.StatusResponses;
import dev.chartroom.adapters.http.log.AccessLog;
import dev.chartroom.adapters.http.log.CurrentRequest;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.request.Permit;
import dev.chartroom.ports.json.JsonCodec;
import io.helidon.common.buffers.DataReader;
import io.helidon.common.socket.SocketWriterException;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Method;
import io.helidon.http.http2.Http2Exception;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.HttpFeature;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The routes of the console's own origin. Requests to an API need the token of a user. The few for the kube-apiserver's own API
 * are passed on to it; the next feature of the routing answers the others.
 */
public final class ConsoleFeature implements HttpFeature {
    /** A token that the kube-apiserver would read has no spaces, and it ignores what follows one. */
    private static final Pattern BEARER = Pattern.compile("(?i:Bearer) (\\S+)");

    /** In bytes. A review is small. */
    private static final int MAX_REVIEW = 64 * 1024;

    private final Console console;
    private final ConsolePages pages;
    private final StatusResponses statuses;
    private final List<Header> headers;
    private final ConsolePlaces places = new ConsolePlaces();

    public ConsoleFeature(Console console, JsonCodec codec, StatusResponses statuses) {
        this.console = console;
        this.pages = new ConsolePages(console, codec);
        this.statuses = statuses;
        this.headers = SecurityHeaders.of(console.oidc().map(OidcClient::origin)).entrySet().stream()
                .map(header -> HeaderValues.create(HeaderNames.create(header.getKey()), header.getValue()))
                .toList();
    }

    @Override
    public void setup(HttpRouting.Builder routing) {
        // A filter, because Helidon sends the end of an answer after the handler has returned.
        routing.addFilter(this::limit).any(this::handle);
    }

    /** Limits the requests that need no token. The next feature limits those with a token, and the passage those that it passes on. */
    private void limit(FilterChain chain, RoutingRequest request, RoutingResponse response) {
        if (!ConsolePages.has(request) && token(request).isPresent()) {
            chain.proceed();
        } else {
            places.hold(request, chain::proceed);
        }
    }

    private void handle(ServerRequest request, ServerResponse response) {
        headers.forEach(response.headers()::set);
        response.headers().set(HeaderValues.create(HeaderNames.CACHE_CONTROL, "no-store"));
        int refusal = RequestStream.current().map(RequestStream::refusal).orElse(0);
        if (refusal != 0) {
            statuses.send(request, response, StatusResponses.beforeRouting(refusal));
            return;
        }
        Optional<String> token = token(request);
        Optional<ClusterPassage> passage = console.cluster().filter(cluster -> cluster.allows(request));
        if (isOwn(request) && !ConsolePages.has(request) && token.isPresent() && passage.isEmpty()) {
            response.next();
            return;
        }
        // Before any refusal, so that the rest of the body is read, or the connection ends.
        RequestBody body = RequestBody.of(request, response);
        CurrentRequest current = new CurrentRequest(
                request.prologue().method().text(), request.path().rawPath());
        try {
            route(request, token, passage, body, response);
        } catch (CloseConnectionException e) {
            throw e;
        } catch (ApiException e) {
            statuses.send(request, response, Status.of(e.error()));
        } catch (UncheckedIOException
                | SocketWriterException
                | Http2Exception
                | DataReader.InsufficientDataAvailableException e) {
            throw new CloseConnectionException("the client is gone", e);
        } catch (RuntimeException e) {
            statuses.send(request, response, statuses.unforeseen(e, current.toString()));
        } finally {
            AccessLog.log(current, response.status().code(), response.bytesWritten());
        }
    }

    private void route(
            ServerRequest request,
            Optional<String> token,
            Optional<ClusterPassage> passage,
            RequestBody body,
            ServerResponse response) {
        ConsolePlaces.check();
        if (!isOwn(request)) {
            throw new ApiException(
                    ApiError.plain(StatusReason.FORBIDDEN, "the request is not from a page of this server"));
        }
        if (ConsolePages.has(request)) {
            pages.answer(request, body, response);
        } else if (token.isPresent() && passage.isPresent()) {
            passage.get().pass(request, token.get(), content(request, body), body, response);
        } else {
            // As on the port of the API: a client without a token gets one answer over a connection.
            RequestStream.current().ifPresent(RequestStream::endConnection);
            throw new ApiException(ApiError.plain(StatusReason.UNAUTHORIZED, "Unauthorized"));
        }
    }

    /** An issuer sends a user back by a link to a file. */
    private boolean isOwn(ServerRequest request) {
        BrowserOrigin origin = console.origin().get();
        return ConsolePages.isFile(request) ? origin.isOwn(request.authority()) : origin.sends(request);
    }

    /** Returns the bearer token as the kube-apiserver reads it; empty if there is none. */
    private static Optional<String> token(ServerRequest request) {
        return request.headers()
                .first(HeaderNames.AUTHORIZATION)
                .map(BEARER::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1));
    }

    /** Reads the body of a review. A client may send it slowly, so it takes a place only for that time. */
    private byte[] content(ServerRequest request, RequestBody body) {
        if (request.prologue().method().equals(Method.GET)) {
            body.discard();
            return new byte[0];
        }
        try (Permit _ = places.take(request)) {
            return SmallBody.read(body, MAX_REVIEW);
        }
    }
}
