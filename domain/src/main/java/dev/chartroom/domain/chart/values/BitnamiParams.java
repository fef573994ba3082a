package dev.chartroom.domain.chart.values;

import dev.chartroom.domain.json.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Comments as Bitnami's readme-generator reads them: the tag for parameters, a path such as {@code image.tag}, perhaps
 * modifiers such as {@code [string,nullable]}, and a description. As the path is written out, it does not count where the
 * comment stands.
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
