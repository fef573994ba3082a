package dev.chartroom.adapters.json;

import dev.chartroom.apimachinery.json.JsonNumber;
import dev.chartroom.apimachinery.status.ApiException;
import java.math.BigDecimal;

/**
 * Parses numbers as Kubernetes does: an integer literal becomes an int64 if it fits, and any other number must fit a
 * float64.
 */
final class Numbers {
    private static final int MAX_LONG_DIGITS = 18;

    private Numbers() {}

    static JsonNumber parse(String text) {
        try {
            if (text.length() <= MAX_LONG_DIGITS && isInteger(text)) {
                return JsonNumber.of(Long.parseLong(text));
            }
            BigDecimal decimal = new BigDecimal(text);
            if (Double.isInfinite(decimal.doubleValue())) {
                throw ApiException.badRequest("the number " + abbreviated(text) + " is out of range");
            }
            return decimal.scale() == 0 && decimal.precision() <= 19 && fitsLong(decimal)
                    ? JsonNumber.of(decimal.longValueExact())
                    : JsonNumber.of(decimal);
        } catch (NumberFormatException _) {
            throw ApiException.badRequest("the number " + abbreviated(text) + " is out of range");
        }
    }

    private static boolean isInteger(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '-' && (c < '0' || c > '9')) {
                return false;
            }
        }
        return true;
    }

    private static boolean fitsLong(BigDecimal decimal) {
        return decimal.compareTo(BigDecimal.valueOf(Long.MIN_VALUE)) >= 0
                && decimal.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0;
    }

    private static String abbreviated(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "...";
    }
}
