package dev.chartroom.adapters.console;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.Status;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.ports.json.JsonCodec;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Method;
import io.helidon.webserver.http.HttpFeature;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * The routes of the console's own origin. Requests to an API need the token of a user. The few for the kube-apiserver's own API
 * are passed on to it; the next feature of the routing answers the others.
 */
public final class ConsoleFeature implements HttpFeature {
    private static final String ROOT = "/console";
    private static final String LOGIN = ROOT + "/login";
    private static final String OPTIONS = ROOT + "/options";
    private static final String FOREVER = "public, max-age=31536000, immutable";
    /** A code has 43 characters. */
    private static final int MAX_LOGIN = 1024;

    private final ConsoleFiles files;
    private final Supplier<BrowserOrigin> origin;
    private final Optional<OneTimeLogin> login;
    private final Optional<OidcClient> oidc;
    private final Optional<ClusterPassage> cluster;
    private final JsonCodec codec;
    private final BiFunction<ServerRequest, ServerResponse, InputStream> bodies;
    private final List<Header> headers;

    /**
     * @param origin returns the origin of the console, which may be known only when the server listens
     * @param login present in dev mode
     * @param oidc the client that the console is at an issuer; without one, users paste a token
     * @param cluster empty if this server is not behind a kube-apiserver
     * @param bodies returns the body of a request, which is not always in Helidon's own request. Called once at most
     */
    public ConsoleFeature(
            ConsoleFiles files,
            Supplier<BrowserOrigin> origin,
            Optional<OneTimeLogin> login,
            Optional<OidcClient> oidc,
            Optional<ClusterPassage> cluster,
            JsonCodec codec,
            BiFunction<ServerRequest, ServerResponse, InputStream> bodies) {
        this.files = files;
        this.origin = origin;
        this.login = login;
        this.oidc = oidc;
        this.cluster = cluster;
        this.codec = codec;
        this.bodies = bodies;
        this.headers = SecurityHeaders.of(oidc.map(OidcClient::origin)).entrySet().stream()
                .map(header -> HeaderValues.create(HeaderNames.create(header.getKey()), header.getValue()))
                .toList();
    }

    @Override
    public void setup(HttpRouting.Builder routing) {
        routing.any(this::handle);
    }

    private void handle(ServerRequest request, ServerResponse response) {
        headers.forEach(response.headers()::set);
        try {
            route(request, response);
        } catch (ApiException e) {
            Status status = Status.of(e.error());
            json(response, status.code(), status.toJson());
        }
    }

    private void route(ServerRequest request, ServerResponse response) {
        if (!origin.get()
                .allows(
                        request.authority(),
                        request.headers().first(HeaderNames.ORIGIN),
                        request.headers().first(HeaderNames.create("Sec-Fetch-Site")))) {
            throw new ApiException(
                    ApiError.plain(StatusReason.FORBIDDEN, "the request is not from a page of this server"));
        }
        String path = request.path().rawPath();
        if (path.equals("/") || path.equals(ROOT) || path.startsWith(ROOT + "/")) {
            console(path, request, response);
            return;
        }
        if (request.headers()
                .first(HeaderNames.AUTHORIZATION)
                .filter(value -> value.regionMatches(true, 0, "Bearer ", 0, "Bearer ".length()))
                .isEmpty()) {
            throw new ApiException(ApiError.plain(StatusReason.UNAUTHORIZED, "Unauthorized"));
        }
        if (cluster.isPresent() && cluster.get().allows(request)) {
            cluster.get().pass(request, () -> bodies.apply(request, response), response);
            return;
        }
        response.next();
    }

    private void console(String path, ServerRequest request, ServerResponse response) {
        boolean isPost = request.prologue().method().equals(Method.POST);
        if (isPost && path.equals(LOGIN) && login.isPresent()) {
            json(response, 200, token(login.get(), bodies.apply(request, response)));
        } else if (isPost) {
            throw new ApiException(ApiError.methodNotAllowed());
        } else if (path.equals(OPTIONS)) {
            json(response, 200, options());
        } else {
            file(path, request, response);
        }
    }

    private JsonObject token(OneTimeLogin codes, InputStream body) {
        try (body) {
            byte[] bytes = body.readNBytes(MAX_LOGIN);
            String code = codec.parse(bytes) instanceof JsonObject object ? object.stringOrEmpty("code") : "";
            return codes.exchange(code)
                    .map(token -> JsonObject.builder().put("token", token).build())
                    .orElseThrow(() -> new ApiException(ApiError.plain(
                            StatusReason.UNAUTHORIZED, "the code was used already, is too old, or is wrong")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private JsonObject options() {
        JsonObject.Builder options = JsonObject.builder().put("code", login.isPresent());
        oidc.ifPresent(client -> options.put("oidc", client.toJson()));
        return options.build();
    }

    /** Answers with a file. A path without a file is one of the console's own pages, so it gets the index. */
    private void file(String path, ServerRequest request, ServerResponse response) {
        String name = path.length() > ROOT.length() + 1 ? path.substring(ROOT.length() + 1) : ConsoleFiles.INDEX;
        Optional<ConsoleFile> found = files.find(name);
        if (found.isEmpty() && isFile(name)) {
            throw new ApiException(ApiError.unknownResource());
        }
        ConsoleFile file = found.or(() -> files.find(ConsoleFiles.INDEX)).orElseThrow();
        boolean isCompressed = request.headers()
                .first(HeaderNames.ACCEPT_ENCODING)
                .map(encodings -> encodings.contains("gzip"))
                .orElse(false);
        if (isCompressed) {
            response.headers().set(HeaderValues.create(HeaderNames.CONTENT_ENCODING, "gzip"));
        }
        response.headers().set(HeaderValues.create(HeaderNames.VARY, "Accept-Encoding"));
        response.headers().set(HeaderValues.create(HeaderNames.CONTENT_TYPE, file.contentType()));
        response.headers().set(HeaderValues.create(HeaderNames.CACHE_CONTROL, file.isHashed() ? FOREVER : "no-cache"));
        response.send(isCompressed ? file.compressed() : file.bytes());
    }

    /** Names of kinds and objects, which are in the paths of pages, may look like those of files. */
    private static boolean isFile(String name) {
        return ConsoleFile.isInFolderOfFiles(name) || (name.contains(".") && !name.contains("/"));
    }

    private void json(ServerResponse response, int code, JsonObject body) {
        response.status(code);
        response.headers().set(HeaderValues.create(HeaderNames.CONTENT_TYPE, "application/json"));
        response.headers().set(HeaderValues.create(HeaderNames.CACHE_CONTROL, "no-store"));
        response.send(codec.encode(body));
    }
}
