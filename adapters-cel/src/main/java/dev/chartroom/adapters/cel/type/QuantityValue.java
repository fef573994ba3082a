package dev.chartroom.adapters.cel.type;

import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.adapters.cel.value.OpaqueValue;
import dev.chartroom.adapters.cel.value.TypeValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A quantity as apimachinery parses it. Quantities of the same amount are equal.
 *
 * @param small whether apimachinery stores the amount as a 64-bit integer times a power of ten
 * @param scale the exponent of that power
 */
public record QuantityValue(BigDecimal amount, boolean small, int scale) implements OpaqueValue {
    private static final TypeValue TYPE = new TypeValue("kubernetes.Quantity");
    private static final Pattern FORM = Pattern.compile("([+-]?)([0-9]*)(?:\\.([0-9]*))?([eEinumkKMGTP]*[-+]?[0-9]*)");
    private static final String WRONG_FORM =
            "quantities must match the regular expression" + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
    private static final Map<String, Integer> DECIMAL =
            Map.of("n", -9, "u", -6, "m", -3, "", 0, "k", 3, "M", 6, "G", 9, "T", 12, "P", 15, "E", 18);
    private static final Map<String, Integer> BINARY =
            Map.of("Ki", 10, "Mi", 20, "Gi", 30, "Ti", 40, "Pi", 50, "Ei", 60);
    private static final Pattern EXPONENT = Pattern.compile("[eE]([+-]?[0-9]{1,4})");
    private static final BigDecimal LARGEST_BINARY = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final int NANO = 9;
    private static final int LONGEST = 18;
    /**
     * The same limit as for a number in JSON. The time to parse a number grows faster than the number of its digits.
     */
    private static final int MAX_DIGITS = 1_000;

    /** @throws CelFailure if the text is not a quantity; the message is apimachinery's, except for too many digits */
    public static QuantityValue parse(String text) {
        Matcher form = FORM.matcher(text);
        if (text.isEmpty() || !form.matches()) {
            throw new CelFailure(WRONG_FORM);
        }
        String whole = form.group(2).replaceFirst("^0+", "");
        String fraction = form.group(3) == null ? "" : form.group(3);
        String suffix = form.group(4);
        if (whole.length() + fraction.length() > MAX_DIGITS) {
            throw new CelFailure("quantities must have at most " + MAX_DIGITS + " digits");
        }
        boolean negative = form.group(1).equals("-");
        Integer power = BINARY.get(suffix);
        return power == null
                ? decimal(negative, whole, fraction, decimalExponent(suffix))
                : binary(negative, whole, fraction, power);
    }

    private static int decimalExponent(String suffix) {
        Integer exponent = DECIMAL.get(suffix);
        if (exponent != null) {
            return exponent;
        }
        Matcher written = EXPONENT.matcher(suffix);
        if (!written.matches()) {
            throw new CelFailure("unable to parse quantity's suffix");
        }
        return Integer.parseInt(written.group(1));
    }

    private static QuantityValue decimal(boolean negative, String whole, String fraction, int exponent) {
        BigDecimal amount = unscaled(negative, whole, fraction).scaleByPowerOfTen(exponent);
        int scale = exponent - fraction.length();
        int digits = Math.max(1, whole.length()) + fraction.length();
        return digits <= LONGEST && scale >= -NANO
                ? new QuantityValue(amount, true, scale)
                : new QuantityValue(rounded(amount), false, 0);
    }

    private static QuantityValue binary(boolean negative, String whole, String fraction, int power) {
        BigDecimal amount =
                unscaled(negative, whole, fraction).multiply(new BigDecimal(BigInteger.ONE.shiftLeft(power)));
        boolean small = fraction.isEmpty() && 14 - Math.max(1, whole.length()) - power * 3 / 10 >= 0;
        BigDecimal capped = amount.abs().compareTo(LARGEST_BINARY) > 0
                ? LARGEST_BINARY.multiply(BigDecimal.valueOf(amount.signum()))
                : amount;
        return small ? new QuantityValue(amount, true, 0) : new QuantityValue(rounded(capped), false, 0);
    }

    private static BigDecimal unscaled(boolean negative, String whole, String fraction) {
        BigDecimal amount = new BigDecimal(new BigInteger("0" + whole + fraction), fraction.length());
        return negative ? amount.negate() : amount;
    }

    /** Rounds away from zero to a multiple of a billionth. */
    private static BigDecimal rounded(BigDecimal amount) {
        return amount.scale() > NANO ? amount.setScale(NANO, RoundingMode.UP) : amount;
    }

    public static QuantityValue of(long value) {
        return new QuantityValue(BigDecimal.valueOf(value), true, 0);
    }

    public QuantityValue plus(QuantityValue other) {
        BigDecimal sum = amount.add(other.amount);
        int common =
                other.amount.signum() == 0 ? scale : amount.signum() == 0 ? other.scale : Math.min(scale, other.scale);
        boolean fits = small
                && other.small
                && sum.scaleByPowerOfTen(-common).toBigInteger().bitLength() < Long.SIZE;
        return new QuantityValue(sum, fits, fits ? common : 0);
    }

    public QuantityValue minus(QuantityValue other) {
        return plus(new QuantityValue(other.amount.negate(), other.small, other.scale));
    }

    /** Returns the amount as a 64-bit integer; null if apimachinery does not recognize it as one. */
    @Nullable
    public Long asInteger() {
        if (!small
                || (scale < 0 && amount.signum() != 0)
                || amount.toBigInteger().bitLength() >= Long.SIZE) {
            return null;
        }
        return amount.longValue();
    }

    @Override
    public TypeValue type() {
        return TYPE;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof QuantityValue that && amount.compareTo(that.amount) == 0;
    }

    @Override
    public int hashCode() {
        return amount.stripTrailingZeros().hashCode();
    }
}
