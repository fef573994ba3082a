package dev.chartroom.adapters.http.rendering;

import dev.chartroom.adapters.http.negotiation.Representation;
import dev.chartroom.apimachinery.status.ApiException;

/** The part of an object that a table row carries: the {@code includeObject} parameter. */
public enum IncludeObject {
    NONE,
    METADATA,
    OBJECT;

    /**
     * Reads the parameter, which has an effect on tables only.
     *
     * @param parameter {@code None}, {@code Metadata}, {@code Object} or empty for the default
     * @throws ApiException BadRequest for anything else
     */
    public static IncludeObject of(Representation representation, String parameter) {
        if (!(representation instanceof Representation.AsTable)) {
            return METADATA;
        }
        return switch (parameter) {
            case "None" -> NONE;
            case "Metadata", "" -> METADATA;
            case "Object" -> OBJECT;
            default ->
                throw ApiException.badRequest(
                        "Unable to convert to Table as requested: includeObject: Invalid value: \"" + parameter
                                + "\": must be 'Metadata', 'Object', 'None', or empty");
        };
    }
}
