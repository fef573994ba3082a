package dev.chartroom.apimachinery.schema.format;

import java.util.regex.Pattern;

/** Numbers whose last digit is a check digit. */
final class CheckDigits {
    private static final Pattern CARD = Pattern.compile("4[0-9]{12}(?:[0-9]{3})?"
            + "|5[1-5][0-9]{14}"
            + "|6(?:011|5[0-9][0-9])[0-9]{12}"
            + "|3[47][0-9]{13}"
            + "|3(?:0[0-5]|[68][0-9])[0-9]{11}"
            + "|(?:2131|1800|35[0-9]{3})[0-9]{11}");
    private static final Pattern ISBN_10 = Pattern.compile("[0-9]{9}[0-9X]");
    private static final Pattern ISBN_13 = Pattern.compile("[0-9]{13}");

    private CheckDigits() {}

    static boolean isCreditCard(String text) {
        String digits = text.replaceAll("[^0-9]+", "");
        return CARD.matcher(digits).matches() && luhn(digits) % 10 == 0;
    }

    private static int luhn(String digits) {
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(digits.length() - 1 - i) - '0';
            int twice = 2 * digit;
            sum += i % 2 == 0 ? digit : twice / 10 + twice % 10;
        }
        return sum;
    }

    static boolean isIsbn10(String text) {
        String digits = withoutSeparators(text);
        if (!ISBN_10.matcher(digits).matches()) {
            return false;
        }
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            sum += (i + 1) * (digits.charAt(i) == 'X' ? 10 : digits.charAt(i) - '0');
        }
        return sum % 11 == 0;
    }

    static boolean isIsbn13(String text) {
        String digits = withoutSeparators(text);
        if (!ISBN_13.matcher(digits).matches()) {
            return false;
        }
        int sum = 0;
        for (int i = 0; i < 13; i++) {
            sum += (i % 2 == 0 ? 1 : 3) * (digits.charAt(i) - '0');
        }
        return sum % 10 == 0;
    }

    private static String withoutSeparators(String text) {
        return text.replaceAll("[\\t\\n\\f\\r -]+", "");
    }
}
