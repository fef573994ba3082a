package dev.chartroom.apimachinery.go;

import dev.chartroom.apimachinery.json.JsonString;
import java.math.BigInteger;
import java.util.Optional;

/** The errors of Go's strconv for a text that is not an integer. Clients see these words. */
public final class GoNumbers {
    private static final int SIGNED_BITS = 63;
    private static final int UNSIGNED_BITS = 64;

    private static final int MAX_DIGITS = 20;

    private GoNumbers() {}

    /** Returns the error of a text that is not an int64; empty if the text is an int64. */
    public static Optional<String> signed(String text) {
        if (!text.matches("[-+]?[0-9]+")) {
            return error("ParseInt", text, "invalid syntax");
        }
        return fits(text, SIGNED_BITS) ? Optional.empty() : error("ParseInt", text, "value out of range");
    }

    /** Returns the error of a text that is not a uint64; empty if the text is a uint64. */
    public static Optional<String> unsigned(String text) {
        if (!text.matches("[0-9]+")) {
            return error("ParseUint", text, "invalid syntax");
        }
        return fits(text, UNSIGNED_BITS) ? Optional.empty() : error("ParseUint", text, "value out of range");
    }

    private static boolean fits(String text, int bits) {
        String digits = text.replaceFirst("^[-+]?0*(?=[0-9])", "");
        return digits.length() <= MAX_DIGITS
                && new BigInteger(text.startsWith("-") ? "-" + digits : digits).bitLength() <= bits;
    }

    private static Optional<String> error(String function, String text, String what) {
        return Optional.of("strconv." + function + ": parsing " + new JsonString(text) + ": " + what);
    }
}
