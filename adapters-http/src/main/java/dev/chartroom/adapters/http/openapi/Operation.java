package dev.chartroom.adapters.http.openapi;

import dev.chartroom.domain.json.JsonObject;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One operation of the API, before it is written in either version of OpenAPI.
 *
 * @param parameters of the query; what the path holds is said with the path
 * @param body null where a request has none
 * @param produces the media types of a good answer
 * @param responses the definition that a good answer holds, by status code
 * @param extensions the members that begin with {@code x-}
 */
record Operation(
        String id,
        String tag,
        String description,
        List<Parameter> parameters,
        @Nullable Body body,
        List<String> produces,
        SortedMap<Integer, String> responses,
        JsonObject extensions) {

    Operation {
        parameters = List.copyOf(parameters);
        produces = List.copyOf(produces);
        responses = Collections.unmodifiableSortedMap(new TreeMap<>(responses));
    }

    /**
     * What a request carries.
     *
     * @param definition the name of its schema
     */
    record Body(String definition, List<String> mediaTypes, boolean required) {
        Body {
            mediaTypes = List.copyOf(mediaTypes);
        }
    }

    /** The phrase that goes with a status code. */
    static String phrase(int code) {
        return switch (code) {
            case 201 -> "Created";
            case 202 -> "Accepted";
            case 401 -> "Unauthorized";
            default -> "OK";
        };
    }
}
