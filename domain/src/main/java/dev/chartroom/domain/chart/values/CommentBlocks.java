package dev.chartroom.domain.chart.values;

import dev.chartroom.domain.json.JsonPointer;
import dev.chartroom.domain.json.TextLayout;
import dev.chartroom.domain.json.TextLayout.Comment;
import dev.chartroom.domain.json.TextLayout.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which comments belong to which key: those on the lines directly above it, and the one after it. */
final class CommentBlocks {
    private final TextLayout layout;
    private final Map<Integer, Comment> alone = new HashMap<>();
    private final Map<Integer, Comment> trailing = new HashMap<>();

    CommentBlocks(TextLayout layout) {
        this.layout = layout;
        for (Comment comment : layout.comments()) {
            (comment.alone() ? alone : trailing).put(comment.place().line(), comment);
        }
    }

    /** The keys of the file, in its order. */
    Map<JsonPointer, Place> keys() {
        return layout.places();
    }

    /** The comments directly above a line, in order. */
    List<Comment> above(Place place) {
        List<Comment> block = new ArrayList<>();
        for (int line = place.line() - 1; alone.containsKey(line); line--) {
            block.addFirst(alone.get(line));
        }
        return block;
    }

    /** The comment at the end of a line. */
    Optional<Comment> after(Place place) {
        return Optional.ofNullable(trailing.get(place.line()));
    }

    /** The texts of all comments that have a line of their own, in order. */
    List<String> texts() {
        return layout.comments().stream()
                .filter(Comment::alone)
                .map(Comment::text)
                .toList();
    }
}
