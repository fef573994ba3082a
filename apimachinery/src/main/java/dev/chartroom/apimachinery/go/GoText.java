package dev.chartroom.apimachinery.go;

import dev.chartroom.apimachinery.json.JsonArray;
import dev.chartroom.apimachinery.json.JsonBoolean;
import dev.chartroom.apimachinery.json.JsonNull;
import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.json.JsonValue;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Formats values as Go does, for messages that must equal the kube-apiserver's. A number that was written without
 * fraction or exponent is an int64; every other number is a float64.
 */
public final class GoText {
    /** The order of Go's strings: by code points, not by UTF-16 code units. */
    public static final Comparator<String> ORDER = GoText::compare;

    private GoText() {}

    /**
     * Formats a field's invalid value in a message: a string quoted, a number or boolean plain, everything else as
     * JSON.
     */
    public static String of(JsonValue value) {
        return switch (value) {
            case JsonString(String text) -> quote(text);
            case JsonNumber number -> number(number);
            case JsonBoolean bool -> bool.toString();
            case JsonNull _, JsonObject _, JsonArray _ -> json(value);
        };
    }

    /** Formats a float64 like {@code %v}: the shortest text that parses to the same number. */
    public static String number(double value) {
        return decimal(value, -4, 6, true);
    }

    private static String number(JsonNumber number) {
        return number.isIntegral()
                ? number.toString()
                : number(number.asDecimal().doubleValue());
    }

    /** Returns the name of the value's type in Go's JSON decoder. */
    public static String kind(JsonValue value) {
        return switch (value) {
            case JsonString _ -> "string";
            case JsonNumber _ -> "number";
            case JsonBoolean _ -> "bool";
            case JsonArray _ -> "array";
            case JsonObject _ -> "object";
            case JsonNull _ -> "null";
        };
    }

    /** Formats a text like {@code %q}. */
    public static String quote(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(c -> {
            switch (c) {
                case '"', '\\' -> quoted.append('\\').append((char) c);
                case 0x07 -> quoted.append("\\a");
                case '\b' -> quoted.append("\\b");
                case '\f' -> quoted.append("\\f");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                case 0x0B -> quoted.append("\\v");
                default -> quoted.append(isPrintable(c) ? Character.toString(c) : escape(c));
            }
        });
        return quoted.append('"').toString();
    }

    /** Joins the messages of several errors like apimachinery. Each message occurs only once. */
    public static String errors(List<String> messages) {
        List<String> distinct = messages.stream().distinct().toList();
        return distinct.size() == 1 ? distinct.getFirst() : "[" + String.join(", ", distinct) + "]";
    }

    /** Returns whether a code point is printable, like unicode.IsPrint: the only printable white space is the space. */
    public static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> c == ' ';
            default -> true;
        };
    }

    private static String escape(int c) {
        if (c < ' ' || c == 0x7F) {
            return "\\x" + HexFormat.of().toHexDigits((byte) c);
        }
        return c < 0x10000
                ? "\\u" + HexFormat.of().toHexDigits((char) c)
                : "\\U" + HexFormat.of().toHexDigits(c);
    }

    /** Returns the text of encoding/json: members sorted, no white space, HTML characters escaped. */
    public static String json(JsonValue value) {
        StringBuilder text = new StringBuilder();
        append(value, text, false);
        return text.toString();
    }

    /**
     * Returns the text of json-iterator. It differs from encoding/json in the exponents of small numbers: 1e-07, not
     * 1e-7.
     */
    public static String jsonIterator(JsonValue value) {
        StringBuilder text = new StringBuilder();
        append(value, text, true);
        return text.toString();
    }

    private static void append(JsonValue value, StringBuilder text, boolean padded) {
        switch (value) {
            case JsonString(String string) -> appendString(string, text);
            case JsonNumber number ->
                text.append(
                        number.isIntegral()
                                ? number.toString()
                                : decimal(number.asDecimal().doubleValue(), -6, 21, padded));
            case JsonBoolean bool -> text.append(bool);
            case JsonNull _ -> text.append("null");
            case JsonArray(List<JsonValue> items) -> {
                text.append('[');
                for (int i = 0; i < items.size(); i++) {
                    append(items.get(i), i == 0 ? text : text.append(','), padded);
                }
                text.append(']');
            }
            case JsonObject object -> {
                text.append('{');
                object.members().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey(ORDER))
                        .forEach(member -> {
                            appendString(
                                    member.getKey(), text.charAt(text.length() - 1) == '{' ? text : text.append(','));
                            append(member.getValue(), text.append(':'), padded);
                        });
                text.append('}');
            }
        }
    }

    private static void appendString(String string, StringBuilder text) {
        text.append('"');
        string.codePoints().forEach(c -> {
            switch (c) {
                case '"', '\\' -> text.append('\\').append((char) c);
                case '\b' -> text.append("\\b");
                case '\f' -> text.append("\\f");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                case '<', '>', '&', 0x2028, 0x2029 ->
                    text.append("\\u").append(HexFormat.of().toHexDigits((char) c));
                default -> {
                    if (c < ' ') {
                        text.append("\\u").append(HexFormat.of().toHexDigits((char) c));
                    } else {
                        text.appendCodePoint(c);
                    }
                }
            }
        });
        text.append('"');
    }

    /**
     * Formats a float64.
     *
     * @param least a number with a smaller exponent is in exponent notation
     * @param limit a number with this exponent or a larger one is in exponent notation
     * @param padded whether an exponent has at least two digits
     */
    private static String decimal(double value, int least, int limit, boolean padded) {
        if (value == 0 || Double.isNaN(value) || Double.isInfinite(value)) {
            return value == 0
                    ? (1 / value < 0 ? "-0" : "0")
                    : Double.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
        }
        BigDecimal shortest = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        int exponent = shortest.precision() - shortest.scale() - 1;
        if (exponent >= least && exponent < limit) {
            return shortest.toPlainString();
        }
        String digits = shortest.unscaledValue().abs().toString();
        String size = Integer.toString(Math.abs(exponent));
        return (value < 0 ? "-" : "")
                + digits.charAt(0)
                + (digits.length() > 1 ? "." + digits.substring(1) : "")
                + (exponent < 0 ? "e-" : "e+")
                + (padded && size.length() < 2 ? "0" + size : size);
    }

    private static int compare(String left, String right) {
        int length = Math.min(left.length(), right.length());
        for (int i = 0; i < length; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                return Character.isSurrogate(a) == Character.isSurrogate(b)
                        ? Character.compare(a, b)
                        : Character.isSurrogate(a) ? 1 : -1;
            }
        }
        return Integer.compare(left.length(), right.length());
    }
}
