package dev.chartroom.adapters.cel.library;

import dev.chartroom.adapters.cel.value.Bytes;
import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.adapters.cel.value.CelNull;
import dev.chartroom.adapters.cel.value.ListValue;
import dev.chartroom.adapters.cel.value.OpaqueValue;
import dev.chartroom.adapters.cel.value.Types;
import dev.chartroom.adapters.cel.value.Uint;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;

/** The {@code format} function of CEL's strings extension, with the output of the extension's first version. */
final class FormatFunction {
    private static final int PRECISION = 6;
    private static final int MAX_PRECISION = 100;
    private static final String RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

    private FormatFunction() {}

    static String format(String format, ListValue arguments) {
        StringBuilder text = new StringBuilder();
        int next = 0;
        int at = 0;
        while (at < format.length()) {
            char c = format.charAt(at++);
            if (c != '%') {
                text.append(c);
                continue;
            }
            if (at < format.length() && format.charAt(at) == '%') {
                text.append('%');
                at++;
                continue;
            }
            if (next >= arguments.size()) {
                throw new CelFailure("index " + next + " out of range");
            }
            if (at >= format.length()) {
                throw new CelFailure("unexpected end of string");
            }
            Optional<Integer> precision = Optional.empty();
            if (format.charAt(at) == '.') {
                int end = at + 1;
                while (end < format.length() && Character.isDigit(format.charAt(end))) {
                    end++;
                }
                precision = Optional.of(precision(format.substring(at + 1, end)));
                at = end;
            }
            if (at >= format.length()) {
                throw new CelFailure("could not parse formatting clause: unexpected end of string");
            }
            text.append(clause(format.charAt(at++), precision.orElse(PRECISION), arguments.get(next++)));
        }
        return text.toString();
    }

    private static int precision(String digits) {
        if (digits.isEmpty() || digits.length() > 3 || Integer.parseInt(digits) > MAX_PRECISION) {
            throw new CelFailure("error while parsing precision: \"" + digits + "\"");
        }
        return Integer.parseInt(digits);
    }

    private static String clause(char verb, int precision, Object value) {
        return switch (verb) {
            case 's' -> text(value);
            case 'd' -> decimal(value);
            case 'f' -> fixed(value, precision);
            case 'e' -> scientific(value, precision);
            case 'b' -> binary(value);
            case 'x' -> hex(value);
            case 'X' -> hex(value).toUpperCase(Locale.ROOT);
            case 'o' -> radix(value, 8, "octal clause can only be used on integers");
            default ->
                throw new CelFailure(
                        "could not parse formatting clause: unrecognized formatting clause \"" + verb + "\"");
        };
    }

    private static CelFailure invalidArgument(String rule, Object value) {
        return new CelFailure("error during formatting: " + rule + ", was given " + Types.of(value));
    }

    private static String text(Object value) {
        if (value == CelNull.NULL || Types.of(value).name().matches("list|map")) {
            return FormatLiterals.of(value);
        }
        if (value instanceof OpaqueValue || value instanceof Optional<?>) {
            throw invalidArgument(
                    "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types,"
                            + " durations, and timestamps",
                    value);
        }
        return String.valueOf(Conversions.toText(value));
    }

    private static String decimal(Object value) {
        if (value instanceof Long || value instanceof Uint) {
            return value.toString();
        }
        throw invalidArgument("decimal clause can only be used on integers", value);
    }

    private static double number(Object value, String clause) {
        if (value instanceof Double number) {
            return number;
        }
        if (value instanceof String text && text.matches("NaN|-?Infinity")) {
            return Double.parseDouble(text);
        }
        throw invalidArgument(clause + " clause can only be used on doubles", value);
    }

    private static String fixed(Object value, int precision) {
        double number = number(value, "fixed-point");
        if (!Double.isFinite(number)) {
            return nonFinite(number);
        }
        return String.format(
                Locale.ROOT,
                "%,." + precision + "f",
                new BigDecimal(number).setScale(precision, RoundingMode.HALF_EVEN));
    }

    private static String scientific(Object value, int precision) {
        double number = number(value, "scientific");
        if (!Double.isFinite(number)) {
            return nonFinite(number);
        }
        String text = String.format(Locale.ROOT, "%." + precision + "e", number);
        int e = text.indexOf('e');
        StringBuilder raised = new StringBuilder(text.substring(0, e)).append("×10");
        for (char c : text.substring(e + 1).toCharArray()) {
            if (c == '-') {
                raised.append('⁻');
            } else if (c != '+') {
                raised.append(RAISED.charAt(c - '0'));
            }
        }
        return raised.toString();
    }

    private static String nonFinite(double number) {
        return Double.isNaN(number) ? "NaN" : number > 0 ? "∞" : "-∞";
    }

    private static String binary(Object value) {
        return value instanceof Boolean truth
                ? (truth ? "1" : "0")
                : radix(value, 2, "only integers and bools can be formatted as binary");
    }

    private static String radix(Object value, int radix, String rule) {
        return switch (value) {
            case Long number -> Long.toString(number, radix);
            case Uint number -> Long.toUnsignedString(number.bits(), radix);
            default -> throw invalidArgument(rule, value);
        };
    }

    private static String hex(Object value) {
        return switch (value) {
            case String text -> Bytes.of(text).hex();
            case Bytes bytes -> bytes.hex();
            default -> radix(value, 16, "only integers, byte buffers, and strings can be formatted as hex");
        };
    }
}
