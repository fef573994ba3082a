package dev.chartroom.adapters.http.openapi;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One operation of the API, independent of the version of OpenAPI.
 *
 * @param parameters the query parameters; path parameters belong to the path, not to the operation
 * @param body the body of the request; null if the request has none
 * @param produces the media types of a successful answer
 * @param responses the definition of a successful answer, by status code
 * @param extensions the members that begin with {@code x-}
 */
record OpenApiOperation(
        String id,
        String tag,
        String description,
        List<Parameter> parameters,
        @Nullable Body body,
        List<String> produces,
        SortedMap<Integer, String> responses,
        JsonObject extensions) {

    OpenApiOperation {
        parameters = List.copyOf(parameters);
        produces = List.copyOf(produces);
        responses = Collections.unmodifiableSortedMap(new TreeMap<>(responses));
    }

    /**
     * The body of a request.
     *
     * @param definition the name of its schema
     */
    record Body(String definition, List<String> mediaTypes, boolean required) {
        Body {
            mediaTypes = List.copyOf(mediaTypes);
        }
    }

    /** Returns the reason phrase of a status code. */
    static String phrase(int code) {
        return switch (code) {
            case 201 -> "Created";
            case 202 -> "Accepted";
            case 401 -> "Unauthorized";
            default -> "OK";
        };
    }
}
