package dev.chartroom.apimachinery.json;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The comments in the text of a document, and the places of the values. The parsed document does not contain this
 * information.
 *
 * @param places the place of each value. For a member of an object, it is the place of the member's name; for an item
 *     of a list, it is the beginning of the item. Values inside an alias are left out
 * @param comments the comments, in the order of the text
 */
public record TextLayout(Map<JsonPointer, Place> places, List<Comment> comments) {
    /** The layout of a text about which nothing is known. */
    public static final TextLayout UNKNOWN = new TextLayout(Map.of(), List.of());

    public TextLayout {
        places = Collections.unmodifiableMap(new LinkedHashMap<>(places));
        comments = List.copyOf(comments);
    }

    /** A place in a text; lines and columns are counted from 1. */
    public record Place(int line, int column) {}

    /**
     * A comment, which extends to the end of its line.
     *
     * @param text the text after the first {@code #}, as it was written
     * @param alone whether the line contains only the comment
     */
    public record Comment(Place place, String text, boolean alone) {}

    /** Returns the line of the value, or of the nearest enclosing value whose line is known. */
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
