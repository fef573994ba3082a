package dev.chartroom.adapters.http.console;

import dev.chartroom.adapters.http.connection.PeerAddress;
import dev.chartroom.adapters.http.connection.RequestBody;
import dev.chartroom.adapters.http.connection.RequestStream;
import dev.chartroom.adapters.http.error.StatusResponses;
import dev.chartroom.adapters.http.log.AccessLog;
import dev.chartroom.adapters.http.log.CurrentRequest;
import dev.chartroom.adapters.http.response.ResponseBody;
import dev.chartroom.adapters.http.response.ResponsePreferences;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.core.request.FairShares;
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
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The routes of the console's own origin. Requests to an API need the token of a user. The few for the kube-apiserver's own API
 * are passed on to it; the next feature of the routing answers the others.
 */
public final class ConsoleFeature implements HttpFeature {
    private static final String ROOT = "/console";
    private static final String LOGIN = ROOT + "/login";
    private static final String OPTIONS = ROOT + "/options";
    /** A token that the kube-apiserver would read has no spaces, and it ignores what follows one. */
    private static final Pattern BEARER = Pattern.compile("(?i:Bearer) (\\S+)");

    private static final String FOREVER = "public, max-age=31536000, immutable";
    /** A code has 43 characters. */
    private static final int MAX_LOGIN = 1024;
    /** In bytes. A review is small. */
    private static final int MAX_REVIEW = 64 * 1024;
    /** The requests without a token, and the bodies that are being read, each with at most 64 KiB. Addresses share them. */
    private static final int PLACES = 128;

    private static final Duration WAIT = Duration.ofSeconds(5);
    /** Whether a request without a token has one of the places. */
    private static final ScopedValue<Boolean> HAS_PLACE = ScopedValue.newInstance();
    /** In bytes. Helidon copies what is written at once. */
    private static final int PART = 16 * 1024;

    private final Console console;
    private final JsonCodec codec;
    private final StatusResponses statuses;
    private final List<Header> headers;
    private final FairShares places = new FairShares(PLACES);

    public ConsoleFeature(Console console, JsonCodec codec, StatusResponses statuses) {
        this.console = console;
        this.codec = codec;
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
        if (!isPage(request) && token(request).isPresent()) {
            chain.proceed();
            return;
        }
        Optional<Permit> place = place(request);
        try {
            ScopedValue.where(HAS_PLACE, place.isPresent()).run(chain::proceed);
        } finally {
            place.ifPresent(Permit::close);
        }
    }

    private Optional<Permit> place(ServerRequest request) {
        try {
            return Optional.of(places.take(peer(request), WAIT));
        } catch (ApiException _) {
            return Optional.empty();
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
        if (isOwn(request) && !isPage(request) && token.isPresent() && passage.isEmpty()) {
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
        if (!HAS_PLACE.orElse(true)) {
            throw new ApiException(ApiError.tooManyRequests());
        }
        if (!isOwn(request)) {
            throw new ApiException(
                    ApiError.plain(StatusReason.FORBIDDEN, "the request is not from a page of this server"));
        }
        if (isPage(request)) {
            answer(request.path().rawPath(), request, body, response);
        } else if (token.isPresent() && passage.isPresent()) {
            passage.get().pass(request, token.get(), content(request, body), body, response);
        } else {
            // As on the port of the API: a client without a token gets one answer over a connection.
            RequestStream.current().ifPresent(RequestStream::endConnection);
            throw new ApiException(ApiError.plain(StatusReason.UNAUTHORIZED, "Unauthorized"));
        }
    }

    private static boolean isPage(ServerRequest request) {
        String path = request.path().rawPath();
        return path.equals("/") || path.equals(ROOT) || path.startsWith(ROOT + "/");
    }

    /** Other pages may link to files, which are the same for all users. An issuer sends a user back by such a link. */
    private boolean isOwn(ServerRequest request) {
        String path = request.path().rawPath();
        BrowserOrigin origin = console.origin().get();
        boolean isFile = isPage(request) && !path.equals(LOGIN) && !path.equals(OPTIONS);
        return isFile ? origin.isOwn(request.authority()) : origin.sends(request);
    }

    /** Returns the bearer token as the kube-apiserver reads it; empty if there is none. */
    private static Optional<String> token(ServerRequest request) {
        return request.headers()
                .first(HeaderNames.AUTHORIZATION)
                .map(BEARER::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1));
    }

    private static String peer(ServerRequest request) {
        return PeerAddress.of(request.remotePeer().address());
    }

    /** Reads the body of a review. A client may send it slowly, so it takes a place only for that time. */
    private byte[] content(ServerRequest request, RequestBody body) {
        if (request.prologue().method().equals(Method.GET)) {
            body.discard();
            return new byte[0];
        }
        try (Permit _ = places.take(peer(request), WAIT)) {
            return SmallBody.read(body, MAX_REVIEW);
        }
    }

    private void answer(String path, ServerRequest request, RequestBody body, ServerResponse response) {
        Method method = request.prologue().method();
        if (path.equals(LOGIN) && method.equals(Method.POST) && console.login().isPresent()) {
            json(request, response, login(console.login().get(), body));
        } else if (!method.equals(Method.GET) && !method.equals(Method.HEAD)) {
            throw new ApiException(ApiError.methodNotAllowed());
        } else if (path.equals(OPTIONS)) {
            json(request, response, options());
        } else {
            file(path, request, response);
        }
    }

    private JsonObject login(OneTimeLogin codes, RequestBody body) {
        String code = codec.parse(SmallBody.read(body, MAX_LOGIN)) instanceof JsonObject object
                ? object.stringOrEmpty("code")
                : "";
        return codes.exchange(code)
                .map(token -> JsonObject.builder().put("token", token).build())
                .orElseThrow(() -> new ApiException(ApiError.plain(
                        StatusReason.UNAUTHORIZED, "the code was used already, is too old, or is wrong")));
    }

    private JsonObject options() {
        JsonObject.Builder options =
                JsonObject.builder().put("code", console.login().isPresent());
        console.oidc().ifPresent(client -> options.put("oidc", client.toJson()));
        return options.build();
    }

    /** Answers with a file. A path without a file is one of the console's own pages, so it gets the index. */
    private void file(String path, ServerRequest request, ServerResponse response) {
        String name = path.length() > ROOT.length() + 1 ? path.substring(ROOT.length() + 1) : ConsoleFiles.INDEX;
        Optional<ConsoleFile> found = console.files().find(name);
        if (found.isEmpty() && isFile(name)) {
            throw new ApiException(ApiError.unknownResource());
        }
        ConsoleFile file =
                found.or(() -> console.files().find(ConsoleFiles.INDEX)).orElseThrow();
        boolean isCompressed = new ResponsePreferences(request).gzip();
        if (isCompressed) {
            response.headers().set(HeaderValues.create(HeaderNames.CONTENT_ENCODING, "gzip"));
        }
        response.headers().set(HeaderValues.create(HeaderNames.VARY, "Accept-Encoding"));
        response.headers().set(HeaderValues.create(HeaderNames.CONTENT_TYPE, file.contentType()));
        response.headers().set(HeaderValues.create(HeaderNames.CACHE_CONTROL, file.isHashed() ? FOREVER : "no-cache"));
        byte[] content = isCompressed ? file.compressed() : file.bytes();
        new ResponseBody(request, response).send(content.length, out -> {
            for (int i = 0; i < content.length; i += PART) {
                out.write(content, i, Math.min(PART, content.length - i));
            }
        });
    }

    /** Names of kinds and objects, which are in the paths of pages, may look like those of files. */
    private static boolean isFile(String name) {
        return ConsoleFile.isInFolderOfFiles(name) || (name.contains(".") && !name.contains("/"));
    }

    private void json(ServerRequest request, ServerResponse response, JsonObject body) {
        response.headers().set(HeaderValues.create(HeaderNames.CONTENT_TYPE, "application/json"));
        byte[] content = codec.encode(body);
        new ResponseBody(request, response).send(content.length, out -> out.write(content));
    }
}
