package dev.chartroom.charts.values;

import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.TextLayout.Comment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the comments of losisin's helm-values-schema-json: {@code # @schema minimum:1;type:[integer, null]}, above the
 * key or after it.
 */
final class InlineSchemas {
    private static final Pattern SCHEMA = Pattern.compile("^\\s*@schema\\s+(\\S.*)$");
    private static final Set<Character> OPENING = Set.of('[', '{');
    private static final Set<Character> CLOSING = Set.of(']', '}');

    private InlineSchemas() {}

    static void read(CommentBlocks blocks, Hints hints) {
        blocks.keys().forEach((pointer, place) -> {
            List<Comment> comments = new ArrayList<>(blocks.above(place));
            blocks.after(place).ifPresent(comments::add);
            Map<String, String> keywords = new LinkedHashMap<>();
            for (Comment comment : comments) {
                Matcher schema = SCHEMA.matcher(comment.text());
                if (schema.matches()) {
                    split(schema.group(1)).forEach(keywords::put);
                }
            }
            if (!keywords.isEmpty()) {
                hints.add(pointer, hint(pointer, keywords, hints));
            }
        });
    }

    private static Hint hint(JsonPointer pointer, Map<String, String> keywords, Hints hints) {
        InlineKeywords read = new InlineKeywords();
        keywords.forEach((name, text) -> {
            if (!read.add(name, text)) {
                hints.remark(ValuePaths.text(pointer), "@schema " + name + " is not supported: not checked");
            }
        });
        return read.hint();
    }

    /** Splits {@code name: value} pairs at the semicolons outside of quotes and brackets. */
    static Map<String, String> split(String text) {
        Map<String, String> keywords = new LinkedHashMap<>();
        int depth = 0;
        boolean quoted = false;
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i == text.length() ? ';' : text.charAt(i);
            quoted ^= c == '"' && (i == 0 || text.charAt(i - 1) != '\\');
            depth += !quoted && OPENING.contains(c) ? 1 : !quoted && CLOSING.contains(c) ? -1 : 0;
            if (i == text.length() || (c == ';' && depth <= 0 && !quoted)) {
                String keyword = text.substring(start, i);
                int colon = keyword.indexOf(':');
                if (colon > 0) {
                    keywords.put(
                            keyword.substring(0, colon).strip(),
                            keyword.substring(colon + 1).strip());
                } else if (!keyword.isBlank()) {
                    keywords.put(keyword.strip(), "true");
                }
                start = i + 1;
            }
        }
        return keywords;
    }
}
