package dev.chartroom.charts.values;

import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.TextLayout;
import dev.chartroom.apimachinery.json.TextLayout.Comment;
import dev.chartroom.apimachinery.json.TextLayout.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Assigns comments to keys: the comments on the lines directly above a key, and the comment after it on the same line.
 * Comments between two lines {@code # @schema} are separate, so that other dialects do not read them.
 */
final class CommentBlocks {
    private static final Pattern MARK = Pattern.compile("^\\s*@schema(?:\\.root)?\\s*$");

    private final TextLayout layout;
    private final Map<Integer, Comment> alone = new HashMap<>();
    private final Map<Integer, Comment> trailing = new HashMap<>();

    CommentBlocks(TextLayout layout) {
        this.layout = layout;
        for (Comment comment : layout.comments()) {
            (comment.alone() ? alone : trailing).put(comment.place().line(), comment);
        }
    }

    /** Returns the keys of the file, in file order. */
    Map<JsonPointer, Place> keys() {
        return layout.places();
    }

    /**
     * Returns the comments directly above a line, in order. Omits the comments between two lines that mark a schema.
     */
    List<Comment> above(Place place) {
        List<Comment> others = new ArrayList<>();
        boolean inside = false;
        for (Comment comment : directlyAbove(place)) {
            boolean mark = MARK.matcher(comment.text()).matches();
            if (!mark && !inside) {
                others.add(comment);
            }
            inside ^= mark;
        }
        return others;
    }

    /**
     * Returns the schema blocks directly above a line. Each block is between two lines that mark a schema.
     *
     * @return the lines of each block, with the marks; an unterminated last block has only one mark
     */
    List<List<Comment>> marked(Place place) {
        List<List<Comment>> blocks = new ArrayList<>();
        boolean inside = false;
        for (Comment comment : directlyAbove(place)) {
            boolean mark = MARK.matcher(comment.text()).matches();
            if (mark && !inside) {
                blocks.add(new ArrayList<>());
            }
            if (mark || inside) {
                blocks.getLast().add(comment);
            }
            inside ^= mark;
        }
        return blocks;
    }

    private List<Comment> directlyAbove(Place place) {
        List<Comment> block = new ArrayList<>();
        for (int line = place.line() - 1; alone.containsKey(line); line--) {
            block.addFirst(alone.get(line));
        }
        return block;
    }

    /** Returns the comment at the end of a line. */
    Optional<Comment> after(Place place) {
        return Optional.ofNullable(trailing.get(place.line()));
    }

    /** Returns the texts of all comments on lines of their own, in order. */
    List<String> texts() {
        return layout.comments().stream()
                .filter(Comment::alone)
                .map(Comment::text)
                .toList();
    }
}
