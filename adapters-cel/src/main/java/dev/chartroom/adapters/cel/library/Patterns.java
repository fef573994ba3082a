package dev.chartroom.adapters.cel.library;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.adapters.cel.value.PlainList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Regular expressions in RE2, whose matching takes linear time. */
public final class Patterns {
    /**
     * The limit in chars. Longer patterns are refused, because costs do not include the time and memory of compilation.
     */
    private static final int LONGEST = 10_000;

    private Patterns() {}

    public static Library library() {
        return new Library()
                .member(
                        "find",
                        "string_find_string",
                        arguments -> find(compile("find", arguments[1]), arguments),
                        SimpleType.STRING,
                        SimpleType.STRING,
                        SimpleType.STRING)
                .member(
                        "findAll",
                        "string_find_all_string",
                        arguments -> findAll(compile("findAll", arguments[1]), arguments),
                        ListType.create(SimpleType.STRING),
                        SimpleType.STRING,
                        SimpleType.STRING)
                .member(
                        "findAll",
                        "string_find_all_string_int",
                        arguments -> findAll(compile("findAll", arguments[1]), arguments),
                        ListType.create(SimpleType.STRING),
                        SimpleType.STRING,
                        SimpleType.STRING,
                        SimpleType.INT);
    }

    public static Map<String, CelFunction> functions() {
        return Map.of("matches", arguments -> matches(compile("matches", arguments[1]), arguments));
    }

    /**
     * Returns the named function for a constant pattern, which is compiled only once.
     *
     * @throws CelFailure if the pattern is invalid
     */
    public static CelFunction compiled(String function, String pattern) {
        Pattern compiled = compile(function, pattern);
        return switch (function) {
            case "find" -> arguments -> find(compiled, arguments);
            case "findAll" -> arguments -> findAll(compiled, arguments);
            default -> arguments -> matches(compiled, arguments);
        };
    }

    /** @throws PatternSyntaxException if the pattern is invalid or would need too much memory */
    public static Pattern compile(String pattern) {
        if (pattern.length() > LONGEST) {
            throw new PatternSyntaxException("expression too large", "");
        }
        RepeatLimit.firstExceeded(pattern).ifPresent(repeat -> {
            throw new PatternSyntaxException("invalid repeat count", repeat);
        });
        return Pattern.compile(pattern);
    }

    private static Pattern compile(String function, Object pattern) {
        if (!(pattern instanceof String text)) {
            throw CelFailure.noSuchOverload();
        }
        try {
            return compile(text);
        } catch (PatternSyntaxException e) {
            throw new CelFailure((function.equals("matches") ? "" : "Illegal regex: ") + e.getMessage());
        }
    }

    private static String subject(Object[] arguments) {
        if (arguments[0] instanceof String text) {
            return text;
        }
        throw CelFailure.noSuchOverload();
    }

    private static Object matches(Pattern pattern, Object[] arguments) {
        return pattern.matcher(subject(arguments)).find();
    }

    private static Object find(Pattern pattern, Object[] arguments) {
        Matcher matcher = pattern.matcher(subject(arguments));
        return matcher.find() ? matcher.group() : "";
    }

    private static Object findAll(Pattern pattern, Object[] arguments) {
        long max = arguments.length > 2 && arguments[2] instanceof Long limit ? limit : -1;
        Matcher matcher = pattern.matcher(subject(arguments));
        List<Object> found = new ArrayList<>();
        while ((max < 0 || found.size() < max) && matcher.find()) {
            found.add(matcher.group());
        }
        return PlainList.of(found);
    }
}
