package dev.chartroom.bootstrap.kinds;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonPointer;
import dev.chartroom.apimachinery.json.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the field of a definition that a problem names. The text of a problem begins with the path of the field, such
 * as {@code spec.versions[0].name}.
 */
final class ProblemPath {
    private static final Pattern PROBLEM =
            Pattern.compile("^([^\\s:]+): (?:schema([.\\[][^\\s:]*): )?.*", Pattern.DOTALL);
    private static final Pattern TOKEN = Pattern.compile("\\.?([^.\\[\\]]+)|\\[([^\\]]*)]");

    private ProblemPath() {}

    /**
     * Returns the field of a problem: the longest part of its path that exists in the definition.
     *
     * @return the whole definition if the problem names no field
     */
    static JsonPointer find(JsonObject definition, String problem) {
        Matcher matcher = PROBLEM.matcher(problem);
        if (!matcher.matches()) {
            return new JsonPointer(List.of());
        }
        List<String> tokens = tokens(matcher.group(1));
        if (matcher.group(2) != null) {
            tokens.addAll(tokens(matcher.group(2)));
        }
        List<String> found = new ArrayList<>();
        JsonValue value = definition;
        for (String token : tokens) {
            value = member(value, token);
            if (value == null) {
                break;
            }
            found.add(token);
        }
        return new JsonPointer(found);
    }

    private static List<String> tokens(String path) {
        List<String> tokens = new ArrayList<>();
        TOKEN.matcher(path)
                .results()
                .forEach(token -> tokens.add(token.group(1) == null ? token.group(2) : token.group(1)));
        return tokens;
    }

    private static @Nullable JsonValue member(JsonValue holder, String token) {
        if (holder instanceof JsonObject object) {
            return object.get(token);
        }
        boolean index = token.matches("[0-9]{1,6}");
        return holder instanceof JsonArray array && index && Integer.parseInt(token) < array.size()
                ? array.get(Integer.parseInt(token))
                : null;
    }
}
