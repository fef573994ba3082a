package dev.chartroom.charts.values;

import dev.chartroom.apimachinery.json.TextLayout.Comment;
import dev.chartroom.apimachinery.json.TextLayout.Place;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads comments that follow no dialect. They must be directly above a key and in its column, and must not resemble
 * YAML or a separator.
 */
final class PlainComments {
    private static final Pattern NOT_PROSE = Pattern.compile(
            "^\\s*(?:[\\w.\"/-]+:(?:\\s.*)?|-\\s.*|@.*|--.*|#.*|[-=*#~]{3,}.*|.*[{}].*|yamllint.*|ref:.*)$");
    private static final int MAX_LINES = 12;

    private PlainComments() {}

    static void read(CommentBlocks blocks, Hints hints) {
        blocks.keys().forEach((pointer, place) -> {
            List<Comment> block = blocks.above(place);
            if (isProse(block, place)) {
                hints.add(
                        pointer,
                        Hint.described(block.stream()
                                .map(comment -> comment.text().strip())
                                .collect(Collectors.joining(" "))));
            }
        });
    }

    private static boolean isProse(List<Comment> block, Place key) {
        return !block.isEmpty()
                && block.size() <= MAX_LINES
                && block.stream()
                        .allMatch(comment -> comment.place().column() == key.column()
                                && !NOT_PROSE.matcher(comment.text()).matches());
    }
}
