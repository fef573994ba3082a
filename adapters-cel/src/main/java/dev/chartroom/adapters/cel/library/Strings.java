package dev.chartroom.adapters.cel.library;

import static dev.cel.common.types.SimpleType.DYN;
import static dev.cel.common.types.SimpleType.INT;
import static dev.cel.common.types.SimpleType.STRING;

import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.adapters.cel.value.ListValue;
import dev.chartroom.adapters.cel.value.PlainList;
import dev.chartroom.adapters.cel.value.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** CEL's strings extension in version 2, and the standard string functions. Indexes count code points. */
public final class Strings {
    private static final CelType STRINGS = ListType.create(STRING);

    private static final List<String> ASCII =
            IntStream.range(0, 0x80).mapToObj(Character::toString).toList();

    private Strings() {}

    public static Library library() {
        return new Library()
                .member("charAt", "string_char_at_int", a -> charAt(text(a, 0), number(a, 1)), STRING, STRING, INT)
                .member("indexOf", "string_index_of_string", a -> indexOf(a, 0), INT, STRING, STRING)
                .member(
                        "indexOf",
                        "string_index_of_string_int",
                        a -> indexOf(a, number(a, 2)),
                        INT,
                        STRING,
                        STRING,
                        INT)
                .member("lastIndexOf", "string_last_index_of_string", Strings::lastIndexOf, INT, STRING, STRING)
                .member(
                        "lastIndexOf",
                        "string_last_index_of_string_int",
                        Strings::lastIndexOf,
                        INT,
                        STRING,
                        STRING,
                        INT)
                .member(
                        "lowerAscii",
                        "string_lower_ascii",
                        a -> ascii(text(a, 0), s -> s.toLowerCase(Locale.ROOT)),
                        STRING,
                        STRING)
                .member(
                        "upperAscii",
                        "string_upper_ascii",
                        a -> ascii(text(a, 0), s -> s.toUpperCase(Locale.ROOT)),
                        STRING,
                        STRING)
                .member("replace", "string_replace_string_string", a -> replace(a, -1), STRING, STRING, STRING, STRING)
                .member(
                        "replace",
                        "string_replace_string_string_int",
                        a -> replace(a, number(a, 3)),
                        STRING,
                        STRING,
                        STRING,
                        STRING,
                        INT)
                .member("split", "string_split_string", a -> split(a, -1), STRINGS, STRING, STRING)
                .member("split", "string_split_string_int", a -> split(a, number(a, 2)), STRINGS, STRING, STRING, INT)
                .member(
                        "substring",
                        "string_substring_int",
                        a -> substring(text(a, 0), number(a, 1), Texts.size(text(a, 0))),
                        STRING,
                        STRING,
                        INT)
                .member(
                        "substring",
                        "string_substring_int_int",
                        a -> substring(text(a, 0), number(a, 1), number(a, 2)),
                        STRING,
                        STRING,
                        INT,
                        INT)
                .member("trim", "string_trim", a -> trim(text(a, 0)), STRING, STRING)
                .member("join", "list_join", a -> join(a, ""), STRING, STRINGS)
                .member("join", "list_join_string", a -> join(a, text(a, 1)), STRING, STRINGS, STRING)
                .member(
                        "format",
                        "string_format",
                        a -> FormatFunction.format(text(a, 0), (ListValue) a[1]),
                        STRING,
                        STRING,
                        ListType.create(DYN))
                .global("strings.quote", "strings_quote", a -> quote(text(a, 0)), STRING, STRING);
    }

    public static Map<String, CelFunction> functions() {
        return Map.of(
                "startsWith", test(String::startsWith),
                "endsWith", test(String::endsWith),
                "contains", test(String::contains));
    }

    private static CelFunction test(BiPredicate<String, String> test) {
        return arguments -> test.test(text(arguments, 0), text(arguments, 1));
    }

    private static String text(Object[] arguments, int index) {
        if (arguments[index] instanceof String text) {
            return text;
        }
        throw CelFailure.noSuchOverload();
    }

    private static long number(Object[] arguments, int index) {
        if (arguments[index] instanceof Long number) {
            return number;
        }
        throw CelFailure.noSuchOverload();
    }

    private static CelFailure outOfRange(long index) {
        return new CelFailure("index out of range: " + index);
    }

    private static String charAt(String text, long index) {
        int size = Texts.size(text);
        if (index < 0 || index > size) {
            throw outOfRange(index);
        }
        return index == size ? "" : substring(text, index, index + 1);
    }

    private static String substring(String text, long start, long end) {
        int size = Texts.size(text);
        if (start > end && end != size) {
            throw new CelFailure("invalid substring range. start: " + start + ", end: " + end);
        }
        if (start < 0 || start > size) {
            throw outOfRange(start);
        }
        if (end < 0 || end > size) {
            throw outOfRange(end);
        }
        int from = text.offsetByCodePoints(0, (int) start);
        return text.substring(from, text.offsetByCodePoints(from, (int) (end - start)));
    }

    private static Object indexOf(Object[] arguments, long offset) {
        String text = text(arguments, 0);
        String sought = text(arguments, 1);
        if (sought.isEmpty()) {
            return offset;
        }
        if (offset < 0) {
            throw outOfRange(offset);
        }
        if (offset >= Texts.size(text)) {
            return -1L;
        }
        int found = text.indexOf(sought, text.offsetByCodePoints(0, (int) offset));
        return found < 0 ? -1L : (long) text.codePointCount(0, found);
    }

    private static Object lastIndexOf(Object[] arguments) {
        String text = text(arguments, 0);
        String sought = text(arguments, 1);
        int size = Texts.size(text);
        long offset = arguments.length > 2 ? number(arguments, 2) : sought.isEmpty() ? size : size - 1;
        if (sought.isEmpty()) {
            return offset;
        }
        if (arguments.length > 2 && offset < 0) {
            throw outOfRange(offset);
        }
        if (offset < 0 || offset >= size) {
            return -1L;
        }
        int found = text.lastIndexOf(sought, text.offsetByCodePoints(0, (int) offset));
        return found < 0 ? -1L : (long) text.codePointCount(0, found);
    }

    private static String ascii(String text, UnaryOperator<String> change) {
        StringBuilder changed = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            changed.append(c < 0x80 ? change.apply(String.valueOf(c)) : String.valueOf(c));
        }
        return changed.toString();
    }

    /**
     * Implements Go's strings.Replace: a limit below 0 means no limit; an empty search text matches before each code
     * point and at the end.
     */
    private static String replace(Object[] arguments, long limit) {
        String text = text(arguments, 0);
        String old = text(arguments, 1);
        String with = text(arguments, 2);
        StringBuilder replaced = new StringBuilder();
        int at = 0;
        for (long i = 0; i != limit; i++) {
            int found = old.isEmpty() ? (i == 0 ? 0 : next(text, at)) : text.indexOf(old, at);
            if (found < 0) {
                break;
            }
            replaced.append(text, at, found).append(with);
            at = found + old.length();
        }
        return replaced.append(text, at, text.length()).toString();
    }

    /** Returns an upper bound for the length, in chars, of what {@code replace} returns. */
    public static long lengthReplaced(Object[] arguments) {
        String text = text(arguments, 0);
        String old = text(arguments, 1);
        int added = text(arguments, 2).length() - old.length();
        long limit = arguments.length > 3 ? number(arguments, 3) : -1;
        long found = 0;
        if (old.isEmpty()) {
            found = text.length() + 1L;
        } else if (added > 0) {
            for (int at = text.indexOf(old); at >= 0; at = text.indexOf(old, at + old.length())) {
                found++;
            }
        }
        return text.length() + Math.max(0, added) * (limit < 0 ? found : Math.min(found, limit));
    }

    private static int next(String text, int at) {
        return at >= text.length() ? -1 : text.offsetByCodePoints(at, 1);
    }

    /**
     * Implements Go's strings.SplitN: a limit below 0 means no limit; an empty separator splits after each code point.
     */
    private static Object split(Object[] arguments, long limit) {
        String text = text(arguments, 0);
        String separator = text(arguments, 1);
        List<Object> parts = new ArrayList<>();
        int at = 0;
        while (limit != 0 && (limit < 0 || parts.size() + 1 < limit)) {
            int end = separator.isEmpty() ? next(text, at) : text.indexOf(separator, at);
            if (end < 0 || (separator.isEmpty() && end == text.length())) {
                break;
            }
            parts.add(part(text, at, end));
            at = end + separator.length();
        }
        if (limit != 0 && !(separator.isEmpty() && text.isEmpty())) {
            parts.add(text.substring(at));
        }
        return PlainList.of(parts);
    }

    /** Shares strings of one ASCII character, because a split with an empty separator makes many such strings. */
    private static String part(String text, int start, int end) {
        return end - start == 1 && text.charAt(start) < ASCII.size()
                ? ASCII.get(text.charAt(start))
                : text.substring(start, end);
    }

    private static String trim(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isSpace(text.charAt(start))) {
            start++;
        }
        while (end > start && isSpace(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    /** Returns whether Unicode and Go define the character as white space. */
    private static boolean isSpace(char c) {
        return (c >= 0x09 && c <= 0x0d) || c == 0x85 || c == 0xa0 || Character.isSpaceChar(c);
    }

    private static Object join(Object[] arguments, String separator) {
        if (!(arguments[0] instanceof ListValue list) || (list.size() > 0 && !(list.get(0) instanceof String))) {
            throw CelFailure.noSuchOverload();
        }
        StringBuilder joined = new StringBuilder();
        for (int i = 0; i < list.size(); i++) {
            if (!(list.get(i) instanceof String text)) {
                throw new CelFailure("join: invalid input: " + list.get(i));
            }
            joined.append(i == 0 ? "" : separator).append(text);
        }
        return joined.toString();
    }

    private static String quote(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            int escape = "\u0007\b\f\n\r\t\u000b\\\"".indexOf(c);
            if (escape < 0) {
                quoted.appendCodePoint(c);
            } else {
                quoted.append('\\').append("abfnrtv\\\"".charAt(escape));
            }
        });
        return quoted.append('"').toString();
    }
}
