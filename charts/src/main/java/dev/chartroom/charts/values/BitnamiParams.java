package dev.chartroom.charts.values;

import dev.chartroom.apimachinery.json.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the comments of Bitnami's readme-generator: the tag for parameters, a path such as {@code image.tag}, optional
 * modifiers such as {@code [string,nullable]}, and a description. The path is explicit, so the position of the comment
 * does not matter.
 */
final class BitnamiParams {
    private static final Pattern PARAM =
            Pattern.compile("^#\\s*@param\\s+([^\\s{\\[]\\S*)\\s*(?:\\[([^\\]]*)\\])?\\s*(.*)$");

    private BitnamiParams() {}

    static void read(JsonObject values, CommentBlocks blocks, Hints hints) {
        for (String text : blocks.texts()) {
            Matcher param = PARAM.matcher(text);
            if (param.matches()) {
                ValuePaths.find(values, param.group(1))
                        .ifPresent(pointer ->
                                hints.add(pointer, hint(param.group(2) == null ? "" : param.group(2), param.group(3))));
            }
        }
    }

    private static Hint hint(String modifiers, String description) {
        List<String> words =
                Arrays.stream(modifiers.split(",")).map(String::strip).toList();
        boolean nullable = words.contains("nullable");
        Optional<String> type =
                words.stream().flatMap(word -> TypeWords.type(word).stream()).findFirst();
        JsonObject schema = type.map(name -> TypeWords.schema(name, nullable)).orElse(JsonObject.EMPTY);
        return Hint.typed(schema).withDescription(description);
    }
}
