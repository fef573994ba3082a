package dev.chartroom.adapters.http.console;

import dev.chartroom.adapters.http.connection.RequestBody;
import dev.chartroom.adapters.http.response.ResponseBody;
import dev.chartroom.adapters.http.response.ResponsePreferences;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.apimachinery.status.StatusReason;
import dev.chartroom.ports.json.JsonCodec;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Method;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.util.Optional;

/** The files of the console, and what its pages ask before their user has a token. */
final class ConsolePages {
    private static final String ROOT = "/console";
    private static final String LOGIN = ROOT + "/login";
    private static final String OPTIONS = ROOT + "/options";
    private static final String FOREVER = "public, max-age=31536000, immutable";
    /** A code has 43 characters. */
    private static final int MAX_LOGIN = 1024;
    /** In bytes. Helidon copies what is written at once. */
    private static final int PART = 16 * 1024;

    private final Console console;
    private final JsonCodec codec;

    ConsolePages(Console console, JsonCodec codec) {
        this.console = console;
        this.codec = codec;
    }

    /** Returns whether a request is for this class. */
    static boolean has(ServerRequest request) {
        String path = request.path().rawPath();
        return path.equals("/") || path.equals(ROOT) || path.startsWith(ROOT + "/");
    }

    /** Returns whether a request is for a file, which is the same for all users, so that other pages may link to it. */
    static boolean isFile(ServerRequest request) {
        String path = request.path().rawPath();
        return has(request) && !path.equals(LOGIN) && !path.equals(OPTIONS);
    }

    /** @throws ApiException if there is no answer, or if the client may not get it */
    void answer(ServerRequest request, RequestBody body, ServerResponse response) {
        String path = request.path().rawPath();
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
