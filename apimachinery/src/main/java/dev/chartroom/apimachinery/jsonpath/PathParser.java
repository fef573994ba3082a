package dev.chartroom.apimachinery.jsonpath;

import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonString;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses one path like client-go, which finds the end of brackets and quotes before it parses their content.
 * Single-use. Upstream reports some errors, such as a word without quotes, only when it prints a value. This parser
 * reports such errors.
 */
final class PathParser {
    private static final Pattern SLICE = Pattern.compile("(-?\\d*)(:-?\\d*)?(:-?\\d*)?");
    private static final Pattern KEY = Pattern.compile("'([^']*)'");
    private static final Pattern COMPARISON = Pattern.compile("([^!<>=]+)([!<>=]+)(.+)");
    private static final Pattern CODE_UNIT = Pattern.compile("\\\\u[0-9a-fA-F]{4}");
    private static final String TERMINATORS = " \t\r\n.,[]$@{}";
    private static final String FILTER = "[?(";
    private static final String DESCENT = "..";

    private final String text;
    private final List<Step> steps = new ArrayList<>();
    private int at;

    PathParser(String text) {
        this.text = text;
    }

    /** @throws IllegalArgumentException if it is not a path; the message says why */
    Steps steps() {
        while (at < text.length()) {
            if (text.startsWith(FILTER, at)) {
                filter();
            } else if (text.startsWith(DESCENT, at)) {
                descent();
            } else {
                step(text.charAt(at));
            }
        }
        return new Steps(steps);
    }

    private void step(char c) {
        switch (c) {
            case ' ', '@', '$' -> at++;
            case '[' -> brackets();
            case '"', '\'' -> steps.add(new Step.Literal(new JsonString(quoted(c))));
            case '.' -> {
                at++;
                field();
            }
            case '+', '-' -> number();
            default -> {
                if (Character.isDigit(c)) {
                    number();
                } else if (c == '_' || Character.isLetter(text.codePointAt(at))) {
                    word();
                } else {
                    throw new IllegalArgumentException(
                            "unrecognized character in action: " + Character.toString(text.codePointAt(at)));
                }
            }
        }
    }

    private void descent() {
        if (!steps.isEmpty() && steps.getLast() instanceof Step.Descent) {
            throw new IllegalArgumentException("invalid multiple recursive descent");
        }
        at += DESCENT.length();
        steps.add(new Step.Descent());
        if (at < text.length() && (text.charAt(at) == '_' || Character.isLetterOrDigit(text.codePointAt(at)))) {
            field();
        }
    }

    private void field() {
        String name = untilTerminator();
        steps.add(name.equals("*") ? new Step.Wildcard() : new Step.Field(name.replace("\\", "")));
    }

    private void word() {
        String word = untilTerminator();
        steps.add(
                switch (word) {
                    case "true" -> new Step.Literal(JsonBoolean.TRUE);
                    case "false" -> new Step.Literal(JsonBoolean.FALSE);
                    default -> throw new IllegalArgumentException("unrecognized identifier " + word);
                });
    }

    private String untilTerminator() {
        int start = at;
        while (at < text.length() && TERMINATORS.indexOf(text.charAt(at)) < 0) {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        at = Math.min(at, text.length());
        return text.substring(start, at);
    }

    private void number() {
        int start = at++;
        while (at < text.length() && (text.charAt(at) == '.' || Character.isDigit(text.charAt(at)))) {
            at++;
        }
        String number = text.substring(start, at);
        try {
            steps.add(new Step.Literal(
                    number.contains(".")
                            ? JsonNumber.of(new BigDecimal(number))
                            : JsonNumber.of(Long.parseLong(number))));
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException("cannot parse number " + number);
        }
    }

    private void brackets() {
        String inside = text.substring(at + 1, find(']', at, "unterminated array"));
        at += inside.length() + 2;
        String[] parts = inside.split(",", -1);
        if (parts.length > 1) {
            List<Steps> ways = new ArrayList<>();
            for (String part : parts) {
                ways.add(new PathParser("[" + part.strip() + "]").steps());
            }
            steps.add(new Step.Union(List.copyOf(ways)));
            return;
        }
        Matcher key = KEY.matcher(inside);
        if (key.matches()) {
            steps.addAll(new PathParser("." + key.group(1)).steps().steps());
        } else {
            steps.add(slice(inside.equals("*") ? ":" : inside));
        }
    }

    private static Slice slice(String text) {
        Matcher slice = SLICE.matcher(text);
        if (!slice.matches()) {
            throw new IllegalArgumentException("invalid array index " + text);
        }
        Integer from = index(slice.group(1));
        return slice.group(2) == null
                ? Slice.item(from == null ? 0 : from)
                : new Slice(from, index(slice.group(2).substring(1)), false, index(after(slice.group(3))));
    }

    private static String after(@Nullable String colon) {
        return colon == null ? "" : colon.substring(1);
    }

    private static @Nullable Integer index(String text) {
        try {
            return text.isEmpty() ? null : Integer.valueOf(text);
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException("array index " + text + " is not a number");
        }
    }

    private void filter() {
        int start = at + FILTER.length();
        int end = filterEnd(start);
        if (!text.startsWith("]", end + 1)) {
            throw new IllegalArgumentException("unclosed array expect ]");
        }
        String inside = text.substring(start, end);
        at = end + 2;
        Matcher comparison = COMPARISON.matcher(inside);
        steps.add(
                comparison.matches()
                        ? new Filter(
                                new PathParser(comparison.group(1)).steps(),
                                Filter.Operator.of(comparison.group(2)),
                                new PathParser(comparison.group(3)).steps())
                        : new Filter(new PathParser(inside).steps(), null, new Steps(List.of())));
    }

    /** Returns the position of the parenthesis that ends a filter; quoted texts are skipped. */
    private int filterEnd(int start) {
        int i = start;
        while (i < text.length() && text.charAt(i) != ')') {
            char c = text.charAt(i);
            i = c == '"' || c == '\'' ? quoteEnd(i) : i + 1;
        }
        if (i >= text.length()) {
            throw new IllegalArgumentException("unterminated filter");
        }
        return i;
    }

    private String quoted(char quote) {
        int end = quoteEnd(at);
        String inside = text.substring(at + 1, end - 1);
        at = end;
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < inside.length(); i++) {
            char c = inside.charAt(i);
            if (c == '\\'
                    && CODE_UNIT.matcher(inside).region(i, inside.length()).lookingAt()) {
                plain.append((char) Integer.parseInt(inside.substring(i + 2, i + 6), 16));
                i += 5;
            } else {
                plain.append(c == '\\' ? unescaped(inside, ++i, quote) : c);
            }
        }
        return plain.toString();
    }

    private static char unescaped(String text, int at, char quote) {
        char escaped = at < text.length() ? text.charAt(at) : ' ';
        if (escaped == quote) {
            return quote;
        }
        return switch (escaped) {
            case '\\' -> '\\';
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            default -> throw new IllegalArgumentException("unquote string " + text + " error invalid syntax");
        };
    }

    /** Returns the position after the closing quote of the text that begins at {@code start}. */
    private int quoteEnd(int start) {
        int end = start;
        do {
            end = find(text.charAt(start), end, "unterminated quoted string");
        } while (text.charAt(end - 1) == '\\');
        return end + 1;
    }

    private int find(char wanted, int after, String problem) {
        int found = text.indexOf(wanted, after + 1);
        if (found < 0) {
            throw new IllegalArgumentException(problem);
        }
        return found;
    }
}
