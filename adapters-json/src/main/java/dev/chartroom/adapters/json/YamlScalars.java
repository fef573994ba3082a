package dev.chartroom.adapters.json;

import dev.chartroom.apimachinery.json.JsonNumber;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds out whether YAML 1.1 reads a text as a string, and formats numbers. Both follow Go's YAML library. */
final class YamlScalars {
    private static final Set<String> WORDS = Set.of(
            "", "~", "null", "Null", "NULL", ".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF",
            "-.inf", "-.Inf", "-.INF", "y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON", "n",
            "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF");
    private static final Pattern INTEGER =
            Pattern.compile("([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|(0|[1-9][0-9]*))");
    private static final int[] BASES = {16, 2, 8, 10};
    private static final Pattern FLOAT = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
    /**
     * The quantifier is possessive: otherwise the JDK's matcher recurses for each part, and a long text overflows the
     * stack.
     */
    private static final Pattern SEXAGESIMAL = Pattern.compile("[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])++(?:\\.[0-9_]*)?");

    private static final Pattern TIMESTAMP = Pattern.compile("([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})"
            + "(?:(?:[Tt]([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,][0-9]+)?(?:Z|[-+][0-9]{2}:[0-9]{2}))"
            + "|(?: +([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?:[.,][0-9]+)?))?");
    private static final BigInteger MIN_INT64 = BigInteger.ONE.shiftLeft(63).negate();
    private static final int UINT64_BITS = 64;
    private static final double EXPONENT_FROM = 1e21;
    private static final int SHORTEST_PRECISION = 6;

    private YamlScalars() {}

    /** True if a YAML reader reads the unquoted text as a string. */
    static boolean isString(String text) {
        if (WORDS.contains(text)) {
            return false;
        }
        char first = text.charAt(0);
        if (first == '.') {
            return !isFloat(text);
        }
        if (first != '+' && first != '-' && (first < '0' || first > '9')) {
            return true;
        }
        String plain = text.replace("_", "");
        return !isTimestamp(text)
                && !isInteger(plain)
                && !isFloat(plain)
                && !SEXAGESIMAL.matcher(text).matches();
    }

    /** Formats a number as Go prints it after decoding it from JSON. */
    static String number(JsonNumber number) {
        if (number.isIntegral()) {
            return number.toString();
        }
        double value = number.asDecimal().doubleValue();
        BigDecimal digits = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        double size = Math.abs(value);
        if (size == 0) {
            return "0";
        }
        if (size < EXPONENT_FROM && digits.scale() <= 0 && isInteger(digits.toPlainString())) {
            return digits.toPlainString();
        }
        int exponent = digits.precision() - digits.scale() - 1;
        if (exponent >= -4 && exponent < SHORTEST_PRECISION) {
            return digits.toPlainString();
        }
        String unscaled = digits.unscaledValue().abs().toString();
        return (value < 0 ? "-" : "")
                + unscaled.charAt(0)
                + (unscaled.length() > 1 ? "." + unscaled.substring(1) : "")
                + (exponent < 0 ? "e-" : "e+")
                + (Math.abs(exponent) < 10 ? "0" : "")
                + Math.abs(exponent);
    }

    private static boolean isInteger(String text) {
        Matcher integer = INTEGER.matcher(text);
        if (!integer.matches()) {
            return false;
        }
        for (int i = 0; i < BASES.length; i++) {
            String digits = integer.group(i + 2);
            if (digits != null) {
                String significant = withoutZeroes(digits);
                if (significant.length() > UINT64_BITS) {
                    // In any base, a number of more than 64 digits exceeds a uint64. It is not converted below, because
                    // the conversion takes more than linear time.
                    return false;
                }
                BigInteger size = new BigInteger(significant, BASES[i]);
                return switch (integer.group(1)) {
                    case "-" -> size.negate().compareTo(MIN_INT64) >= 0;
                    case "+" -> size.bitLength() < UINT64_BITS;
                    default -> size.bitLength() <= UINT64_BITS;
                };
            }
        }
        return false;
    }

    private static String withoutZeroes(String digits) {
        int start = 0;
        while (start < digits.length() - 1 && digits.charAt(start) == '0') {
            start++;
        }
        return digits.substring(start);
    }

    private static boolean isFloat(String text) {
        return FLOAT.matcher(text).matches() && Double.isFinite(Double.parseDouble(text));
    }

    private static boolean isTimestamp(String text) {
        Matcher time = TIMESTAMP.matcher(text);
        if (!time.matches()) {
            return false;
        }
        int first = time.group(4) != null ? 4 : 7;
        if (time.group(first) != null
                && (Integer.parseInt(time.group(first)) > 23
                        || Integer.parseInt(time.group(first + 1)) > 59
                        || Integer.parseInt(time.group(first + 2)) > 59)) {
            return false;
        }
        try {
            LocalDate.of(
                    Integer.parseInt(time.group(1)), Integer.parseInt(time.group(2)), Integer.parseInt(time.group(3)));
            return true;
        } catch (DateTimeException _) {
            return false;
        }
    }
}
