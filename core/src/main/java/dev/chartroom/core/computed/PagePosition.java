package dev.chartroom.core.computed;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.meta.NamespacedName;
import dev.chartroom.apimachinery.status.ApiException;
import dev.chartroom.ports.json.JsonCodec;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * The position in a list of which the user may read only some objects. A token contains no name of another object: it would
 * be a way to learn these names.
 *
 * @param after the last object that the user received; both names are empty if there was none
 * @param passed the number of objects after it that the list has already considered
 */
record PagePosition(NamespacedName after, long passed) {
    static final PagePosition START = new PagePosition(new NamespacedName("", ""), 0);

    private static final String NAMESPACE = "namespace";
    private static final String NAME = "name";
    private static final String PASSED = "passed";

    /**
     * Reads a continue token.
     *
     * @param token empty for the start
     * @throws ApiException BadRequest if the text is no token
     */
    static PagePosition read(String token, JsonCodec codec) {
        if (token.isEmpty()) {
            return START;
        }
        try {
            if (codec.parse(Base64.getUrlDecoder().decode(token)) instanceof JsonObject json
                    && json.get(PASSED) instanceof JsonNumber number
                    && number.asLong().orElse(-1) >= 0) {
                return new PagePosition(
                        new NamespacedName(json.stringOrEmpty(NAMESPACE), json.stringOrEmpty(NAME)),
                        number.asLong().orElseThrow());
            }
        } catch (IllegalArgumentException | ApiException _) {
            // Reported below.
        }
        throw ApiException.badRequest("continue key is not valid");
    }

    /** Returns the continue token. */
    String token() {
        String json = JsonObject.builder()
                .put(NAMESPACE, after.namespace())
                .put(NAME, after.name())
                .put(PASSED, passed)
                .build()
                .toString();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns whether an object is after the last object that the user received. */
    boolean isBefore(NamespacedName name) {
        return after.name().isEmpty() || after.compareTo(name) < 0;
    }
}
