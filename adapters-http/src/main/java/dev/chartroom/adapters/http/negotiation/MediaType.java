package dev.chartroom.adapters.http.negotiation;

import java.util.Locale;

/**
 * A media type without its parameters.
 *
 * @param type lower case, such as {@code application/json}
 */
public record MediaType(String type) {

    /** Reads a Content-Type header, whose parameters have no effect here. */
    public static MediaType parse(String text) {
        int end = text.indexOf(';');
        return new MediaType((end < 0 ? text : text.substring(0, end)).strip().toLowerCase(Locale.ROOT));
    }
}
