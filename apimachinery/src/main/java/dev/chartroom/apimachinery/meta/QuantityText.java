package dev.chartroom.apimachinery.meta;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** QuantityText as in {@code resource.Quantity}: numbers with a suffix, such as {@code 250m} or {@code 128Mi}. */
public final class QuantityText {
    private static final Pattern FORMAT = Pattern.compile(
            "([+-]?(?:\\d{1,30}(?:\\.\\d{0,30})?|\\.\\d{1,30}))([numkMGTPE]|[KMGTPE]i|[eE][+-]?\\d{1,2})?");
    private static final Map<String, Integer> DECIMAL =
            Map.of("n", -9, "u", -6, "m", -3, "k", 3, "M", 6, "G", 9, "T", 12, "P", 15, "E", 18);
    private static final String BINARY = "KMGTPE";
    private static final BigDecimal MEBIBYTE = BigDecimal.valueOf(1L << 20);

    private QuantityText() {}

    /** Returns the number that a text stands for; empty if the text is no quantity. */
    public static Optional<BigDecimal> parse(String text) {
        Matcher matcher = FORMAT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        BigDecimal number = new BigDecimal(matcher.group(1));
        String suffix = matcher.group(2) == null ? "" : matcher.group(2);
        if (suffix.endsWith("i")) {
            return Optional.of(number.multiply(BigDecimal.valueOf(1L << 10 * (1 + BINARY.indexOf(suffix.charAt(0))))));
        }
        if (suffix.length() > 1) {
            return Optional.of(number.scaleByPowerOfTen(Integer.parseInt(suffix.substring(1))));
        }
        return Optional.of(number.scaleByPowerOfTen(DECIMAL.getOrDefault(suffix, 0)));
    }

    /** Returns a number of processors as {@code kubectl top} prints it, such as {@code 250m}. It is rounded up. */
    public static String millis(BigDecimal processors) {
        return processors.movePointRight(3).setScale(0, RoundingMode.CEILING).toPlainString() + "m";
    }

    /** Returns a number of bytes as {@code kubectl top} prints it, such as {@code 128Mi}. It is rounded down. */
    public static String mebibytes(BigDecimal bytes) {
        return bytes.divide(MEBIBYTE, 0, RoundingMode.FLOOR).toPlainString() + "Mi";
    }
}
