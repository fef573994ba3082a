package dev.chartroom.charts.values;

import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.JsonValue;
import dev.chartroom.apimachinery.json.TextLayout.Comment;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Reads the comments of dadav's helm-schema: a JSON Schema in YAML between two lines {@code # @schema} above the key.
 * If {@code required} in this schema is a boolean, it applies to the key itself.
 */
final class BlockSchemas {
    private BlockSchemas() {}

    static void read(Function<String, Optional<JsonValue>> yaml, CommentBlocks blocks, Hints hints) {
        blocks.keys()
                .forEach((pointer, place) -> blocks.marked(place).forEach(block -> read(pointer, block, yaml, hints)));
    }

    private static void read(
            JsonPointer pointer, List<Comment> block, Function<String, Optional<JsonValue>> yaml, Hints hints) {
        Optional<String> problem = problem(block);
        List<Comment> inside = block.subList(1, Math.max(1, block.size() - 1));
        Optional<JsonValue> read = problem.isPresent()
                ? Optional.empty()
                : yaml.apply(inside.stream().map(Comment::text).collect(Collectors.joining("\n")));
        if (read.isPresent() && read.get() instanceof JsonObject schema) {
            boolean required = schema.get("required") == JsonBoolean.TRUE;
            JsonObject keywords = schema.get("required") instanceof JsonBoolean ? schema.without("required") : schema;
            hints.add(pointer, new Hint(null, keywords, keywords.has("properties"), required, false));
        } else {
            hints.remark(
                    ValuePaths.text(pointer),
                    "the block \"#" + block.getFirst().text() + "\" " + problem.orElse("is not a YAML mapping")
                            + ": not checked");
        }
    }

    private static Optional<String> problem(List<Comment> block) {
        if (block.getFirst().text().contains("root")) {
            return Optional.of("applies to all values, which is not supported");
        }
        boolean ends = block.size() > 1 && block.getLast().text().strip().startsWith("@schema");
        return ends ? Optional.empty() : Optional.of("has no end");
    }
}
