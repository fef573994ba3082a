package dev.chartroom.adapters.http.request;

import dev.chartroom.apimachinery.json.JsonString;
import dev.chartroom.apimachinery.status.ApiException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The {@code timeout} parameter, which every request may have (wire contract D77). */
public final class RequestTimeout {
    private static final Map<String, Long> NANOS = Map.of(
            "ns", 1L,
            "us", 1_000L,
            "\u00b5s", 1_000L,
            "\u03bcs", 1_000L,
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "m", 60_000_000_000L,
            "h", 3_600_000_000_000L);
    /** The largest number of nanoseconds that fits into Go's int64. */
    private static final BigDecimal MAX_NANOS = BigDecimal.valueOf(Long.MAX_VALUE);

    private static final int MAX_DIGITS = 19;
    private static final Pattern TERM = Pattern.compile("([0-9]*)(\\.[0-9]*)?([^.0-9]*)");

    private RequestTimeout() {}

    /**
     * Returns the time limit of a request. The limit is the value of the parameter, a duration in Go's notation, but
     * never more than {@code longest}. A timeout of zero or less counts as none.
     *
     * @throws ApiException BadRequest for an invalid duration
     */
    public static Duration of(QueryParameters query, Duration longest) {
        String text = query.text("timeout");
        String terms = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
        if (text.isEmpty() || terms.equals("0")) {
            return longest;
        }
        if (terms.isEmpty()) {
            throw invalid("invalid duration", text);
        }
        BigDecimal nanos = BigDecimal.ZERO;
        Matcher term = TERM.matcher(terms);
        int end = 0;
        while (end < terms.length()) {
            term.region(end, terms.length());
            if (!term.lookingAt() || !hasDigits(term)) {
                throw invalid("invalid duration", text);
            }
            String unit = term.group(3);
            if (unit.isEmpty()) {
                throw invalid("missing unit in duration", text);
            }
            Long nanosOfUnit = NANOS.get(unit);
            if (nanosOfUnit == null) {
                throw invalid("unknown unit " + new JsonString(unit) + " in duration", text);
            }
            nanos = nanos.add(number(term, text).multiply(BigDecimal.valueOf(nanosOfUnit)));
            end = term.end();
        }
        if (nanos.compareTo(MAX_NANOS) > 0) {
            throw invalid("invalid duration", text);
        }
        Duration requested = Duration.ofNanos(nanos.longValue());
        boolean counts = requested.isPositive() && !text.startsWith("-") && requested.compareTo(longest) < 0;
        return counts ? requested : longest;
    }

    private static BigDecimal number(Matcher term, String text) {
        String whole = term.group(1).replaceFirst("^0+", "");
        String fraction = term.group(2) == null ? "." : term.group(2);
        if (whole.length() > MAX_DIGITS) {
            throw invalid("invalid duration", text);
        }
        return new BigDecimal("0" + whole + fraction.substring(0, Math.min(fraction.length(), MAX_DIGITS)) + "0");
    }

    private static boolean hasDigits(Matcher term) {
        String fraction = term.group(2);
        return !term.group(1).isEmpty() || (fraction != null && fraction.length() > 1);
    }

    private static ApiException invalid(String what, String text) {
        return ApiException.badRequest(
                "invalid timeout specified in the request URL - time: " + what + " " + new JsonString(text));
    }
}
