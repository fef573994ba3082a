package dev.chartroom.charts.values;

import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TextLayout.Comment;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the comments of helm-docs: {@code # -- (int) how many there are}, possibly on several lines, directly above the
 * key. {@code # @default -- text} describes the default in words.
 */
final class HelmDocs {
    private static final Pattern START = Pattern.compile("^\\s*(?:([\\w.-]+)\\s+)?--(?:\\s+(.*))?$");
    private static final Pattern TYPE = Pattern.compile("^\\(([\\w/-]+)\\)\\s*(.*)$");
    private static final Pattern DEFAULT = Pattern.compile("^\\s*@default\\s+--\\s*(.*)$");

    private HelmDocs() {}

    static void read(JsonObject values, CommentBlocks blocks, Hints hints) {
        blocks.keys().forEach((pointer, place) -> read(values, pointer, blocks.above(place), hints));
    }

    private static void read(JsonObject values, JsonPointer pointer, List<Comment> block, Hints hints) {
        int start = -1;
        Matcher begun = null;
        for (int i = 0; i < block.size(); i++) {
            Matcher matcher = START.matcher(block.get(i).text());
            if (matcher.matches()) {
                start = i;
                begun = matcher;
            }
        }
        if (begun == null) {
            return;
        }
        Optional<JsonPointer> named =
                begun.group(1) == null ? Optional.of(pointer) : ValuePaths.find(values, begun.group(1));
        StringBuilder text =
                new StringBuilder(begun.group(2) == null ? "" : begun.group(2).strip());
        String inWords = null;
        for (Comment comment : block.subList(start + 1, block.size())) {
            String line = comment.text().strip();
            Matcher words = DEFAULT.matcher(line);
            if (words.matches()) {
                inWords = words.group(1);
            } else if (!line.startsWith("@")) {
                text.append(' ').append(line);
            }
        }
        if (named.isPresent()) {
            hints.add(named.get(), hint(text.toString().strip(), inWords, at(values, named.get())));
        }
    }

    private static Hint hint(String text, @Nullable String inWords, @Nullable JsonValue value) {
        Matcher typed = TYPE.matcher(text);
        String description = typed.matches() ? typed.group(2) : text;
        Optional<String> type = typed.matches() ? TypeWords.type(typed.group(1)) : Optional.empty();
        JsonObject schema =
                type.map(name -> TypeWords.schema(name, value == JsonNull.NULL)).orElse(JsonObject.EMPTY);
        return Hint.typed(schema)
                .withDescription(inWords == null ? description : description + " (default: " + inWords + ")");
    }

    private static @Nullable JsonValue at(JsonObject values, JsonPointer pointer) {
        JsonValue value = values;
        for (String token : pointer.tokens()) {
            value = value instanceof JsonObject object ? object.get(token) : null;
        }
        return value;
    }
}
