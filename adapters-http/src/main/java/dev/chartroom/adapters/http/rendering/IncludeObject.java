package dev.chartroom.adapters.http.rendering;

import dev.chartroom.domain.status.ApiException;

/** How much of an object a table row carries: the {@code includeObject} parameter. */
public enum IncludeObject {
    NONE,
    METADATA,
    OBJECT;

    /**
     * @param parameter {@code None}, {@code Metadata}, {@code Object} or empty for the default
     * @throws ApiException BadRequest for anything else
     */
    public static IncludeObject of(String parameter) {
        return switch (parameter) {
            case "None" -> NONE;
            case "Metadata", "" -> METADATA;
            case "Object" -> OBJECT;
            default ->
                throw ApiException.badRequest(
                        "unrecognized includeObject value: \"" + parameter + "\": must be None, Metadata or Object");
        };
    }
}
