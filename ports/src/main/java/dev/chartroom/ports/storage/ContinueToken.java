package dev.chartroom.ports.storage;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.meta.ResourceVersion;
import dev.chartroom.apimachinery.status.ApiError;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.json.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * The position at which a page of a list ends, in the kube-apiserver's format (apiserver's storage/continue.go).
 *
 * @param resourceVersion the number in the token: the resource version of the list to which the page belongs; less than
 *     zero to continue with the current state
 * @param start the least key of the next page: namespace, slash and name
 */
public record ContinueToken(long resourceVersion, String start) {
    private static final long LATEST = -1;
    private static final String VERSION = "meta.k8s.io/v1";
    private static final String NOT_VALID = "continue key is not valid";
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    /** Returns the token of the page that starts after an object. */
    public static ContinueToken after(NamespacedName last, ResourceVersion resourceVersion) {
        return new ContinueToken(resourceVersion.number(), last.key() + "\0");
    }

    /**
     * Returns the token of the page after an object in a list of one namespace. The key in this token has no namespace.
     */
    public static ContinueToken after(String last, ResourceVersion resourceVersion) {
        return new ContinueToken(resourceVersion.number(), last + "\0");
    }

    /** Returns whether the list continues with the current state. */
    public boolean isLatest() {
        return resourceVersion < 0;
    }

    /**
     * Returns the resource version of the list to which the page belongs.
     *
     * @throws IllegalArgumentException if the list continues with the current state
     */
    public ResourceVersion version() {
        return new ResourceVersion(resourceVersion);
    }

    /** Returns whether the next page can contain the object of that name. */
    public boolean isBefore(NamespacedName name) {
        return start.compareTo(name.key()) <= 0;
    }

    /** Returns the error for a list whose state has expired (wire contract D10). */
    public ApiException expired() {
        return new ApiException(new ApiError.Expired(
                "The provided continue parameter is too old to display a consistent list result. You can start a new"
                        + " list without the continue parameter, or use the continue token in this response to"
                        + " retrieve the remainder of the results. Continuing with the provided token results in an"
                        + " inconsistent list - objects that were created, modified, or deleted between the time the"
                        + " first chunk was returned and now may show up in the list.",
                new ContinueToken(LATEST, start).text()));
    }

    /** Returns the token as clients receive it. */
    public String text() {
        JsonObject json = JsonObject.builder()
                .put("v", VERSION)
                .put("rv", resourceVersion)
                .put("start", start)
                .build();
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(json.toString().getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Reads a token.
     *
     * @throws ApiException BadRequest if the text is no token
     */
    public static ContinueToken read(String token, JsonCodec codec) {
        JsonObject json = json(decoded(token), codec);
        if (!json.stringOrEmpty("v").equals(VERSION)) {
            throw invalid(": server does not recognize this encoded version " + json.stringOrEmpty("v"));
        }
        long resourceVersion =
                json.get("rv") instanceof JsonNumber number ? number.asLong().orElse(0) : 0;
        if (resourceVersion == 0) {
            throw invalid(": incorrect encoded start resourceVersion (version " + VERSION + ")");
        }
        String start = json.stringOrEmpty("start");
        if (start.isEmpty()) {
            throw invalid(": encoded start key empty (version " + VERSION + ")");
        }
        return new ContinueToken(resourceVersion, start);
    }

    private static byte[] decoded(String token) {
        for (int i = 0; i < token.length(); i++) {
            if (ALPHABET.indexOf(token.charAt(i)) < 0) {
                throw invalid(": illegal base64 data at input byte " + i);
            }
        }
        try {
            return Base64.getUrlDecoder().decode(token);
        } catch (IllegalArgumentException _) {
            // The last group of Base64 characters has only one character.
            throw invalid(": illegal base64 data at input byte " + (token.length() - 1));
        }
    }

    private static JsonObject json(byte[] text, JsonCodec codec) {
        JsonValue value;
        try {
            value = codec.parse(text);
        } catch (ApiException _) {
            throw text.length > 0 && "{[\"tfn-0123456789".indexOf(text[0]) < 0
                    ? invalid(": invalid character '" + (char) (text[0] & 0xff) + "' looking for beginning of value")
                    : invalid(": unexpected end of JSON input");
        }
        return value instanceof JsonObject object ? object : JsonObject.EMPTY;
    }

    private static ApiException invalid(String why) {
        return ApiException.badRequest("invalid continue token: " + NOT_VALID + why);
    }
}
