package dev.chartroom.domain.json;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Where the parts of a document stand in its text, and the comments between them: what its value does not tell.
 *
 * @param places of each member of an object its name, of each item of a list its beginning; not what an alias stands for
 * @param comments in the order of the text
 */
public record TextLayout(Map<JsonPointer, Place> places, List<Comment> comments) {
    /** Of a text that nothing is known of. */
    public static final TextLayout UNKNOWN = new TextLayout(Map.of(), List.of());

    public TextLayout {
        places = Collections.unmodifiableMap(new LinkedHashMap<>(places));
        comments = List.copyOf(comments);
    }

    /** A place in a text; lines and columns are counted from 1. */
    public record Place(int line, int column) {}

    /**
     * A comment, which ends with its line.
     *
     * @param text what follows the first {@code #}, as it was written
     * @param alone whether there is nothing else on its line
     */
    public record Comment(Place place, String text, boolean alone) {}

    /** The line of the place, or of the nearest thing around it whose line is known. */
    public OptionalInt line(JsonPointer pointer) {
        List<String> tokens = new ArrayList<>(pointer.tokens());
        while (!tokens.isEmpty()) {
            Place place = places.get(new JsonPointer(tokens));
            if (place != null) {
                return OptionalInt.of(place.line());
            }
            tokens.removeLast();
        }
        return OptionalInt.empty();
    }
}
