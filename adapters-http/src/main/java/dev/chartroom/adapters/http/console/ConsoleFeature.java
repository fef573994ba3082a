package dev.chartroom.adapters.http.console;

import dev.chartroom.adapters.http.connection.RequestBody;
import dev.chartroom.adapters.http.connection.RequestStream;
import dev.chartroom.adapters.http.error.StatusResponses;
import dev.chartroom.adapters.http.response.ResponseBody;
import dev.chartroom.adapters.http.response.ResponsePreferences;
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
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.HttpFeature;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/**
 * The routes of the console's own origin. Requests to an API need the token of a user. The few for the kube-apiserver's own API
 * are passed on to it; the next feature of the routing answers the others.
 */
public final class ConsoleFeature implements HttpFeature {
    private static final String ROOT = "/console";
    private static final String LOGIN = ROOT + "/login";
    private static final String OPTIONS = ROOT + "/options";
    private static final String BEARER = "Bearer ";
    private static final String FOREVER = "public, max-age=31536000, immutable";
    /** A code has 43 characters. */
    private static final int MAX_LOGIN = 1024;

    private final Console console;
    private final JsonCodec codec;
    private final StatusResponses statuses;
    private final List<Header> headers;

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
        routing.any(this::handle);
    }

    private void handle(ServerRequest request, ServerResponse response) {
        headers.forEach(response.headers()::set);
        response.headers().set(HeaderValues.create(HeaderNames.CACHE_CONTROL, "no-store"));
        int refusal = RequestStream.current().map(RequestStream::refusal).orElse(0);
        if (refusal != 0) {
            statuses.send(request, response, StatusResponses.beforeRouting(refusal));
            return;
        }
        try {
            route(request, response);
        } catch (CloseConnectionException e) {
            throw e;
        } catch (ApiException e) {
            statuses.send(request, response, Status.of(e.error()));
        } catch (UncheckedIOException e) {
            throw new CloseConnectionException("the client is gone", e);
        } catch (RuntimeException e) {
            String what =
                    request.prologue().method().text() + " " + request.path().rawPath();
            statuses.send(request, response, statuses.unforeseen(e, what));
        }
    }

    private void route(ServerRequest request, ServerResponse response) {
        String path = request.path().rawPath();
        boolean isPage = path.equals("/") || path.equals(ROOT) || path.startsWith(ROOT + "/");
        BrowserOrigin origin = console.origin().get();
        // Any page may link to a file, as an issuer does when a user returns from it. Files are the same for everybody.
        boolean isFile = isPage && !path.equals(LOGIN) && !path.equals(OPTIONS);
        if (!(isFile ? origin.isOwn(request.authority()) : origin.sends(request))) {
            throw new ApiException(
                    ApiError.plain(StatusReason.FORBIDDEN, "the request is not from a page of this server"));
        }
        if (isPage) {
            answer(path, request, response);
            return;
        }
        if (request.headers()
                .first(HeaderNames.AUTHORIZATION)
                .filter(value -> value.regionMatches(true, 0, BEARER, 0, BEARER.length()))
                .isEmpty()) {
            throw new ApiException(ApiError.plain(StatusReason.UNAUTHORIZED, "Unauthorized"));
        }
        Optional<ClusterPassage> passage = console.cluster().filter(cluster -> cluster.allows(request));
        if (passage.isPresent()) {
            passage.get().pass(request, RequestBody.of(request, response), response);
        } else {
            response.next();
        }
    }

    private void answer(String path, ServerRequest request, ServerResponse response) {
        RequestBody body = RequestBody.of(request, response);
        Method method = request.prologue().method();
        if (path.equals(LOGIN) && method.equals(Method.POST) && console.login().isPresent()) {
            json(request, response, token(console.login().get(), body));
        } else if (!method.equals(Method.GET) && !method.equals(Method.HEAD)) {
            throw new ApiException(ApiError.methodNotAllowed());
        } else if (path.equals(OPTIONS)) {
            json(request, response, options());
        } else {
            file(path, request, response);
        }
    }

    private JsonObject token(OneTimeLogin codes, RequestBody body) {
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
        new ResponseBody(request, response).send(content.length, out -> out.write(content));
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
