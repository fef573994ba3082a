package dev.chartroom.adapters.http.request;

import dev.chartroom.domain.json.JsonString;
import dev.chartroom.domain.status.ApiException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The {@code timeout} parameter, which every request may have (wire contract D77). The kube-apiserver in front holds a
 * request to it, so all that is left to do here is to refuse what is no duration.
 */
public final class RequestTimeout {
    private static final Set<String> UNITS = Set.of("ns", "us", "\u00b5s", "\u03bcs", "ms", "s", "m", "h");
    private static final Pattern TERM = Pattern.compile("([0-9]*)(\\.[0-9]*)?([^.0-9]*)");

    private RequestTimeout() {}

    /**
     * Checks the parameter as Go does.
     *
     * @throws ApiException BadRequest for what is no duration
     */
    public static void check(QueryParameters query) {
        String text = query.text("timeout");
        String terms = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
        if (text.isEmpty() || terms.equals("0")) {
            return;
        }
        if (terms.isEmpty()) {
            throw refused("invalid duration", text);
        }
        Matcher term = TERM.matcher(terms);
        int end = 0;
        while (end < terms.length()) {
            term.region(end, terms.length());
            if (!term.lookingAt() || !hasDigits(term)) {
                throw refused("invalid duration", text);
            }
            String unit = term.group(3);
            if (unit.isEmpty()) {
                throw refused("missing unit in duration", text);
            }
            if (!UNITS.contains(unit)) {
                throw refused("unknown unit " + new JsonString(unit) + " in duration", text);
            }
            end = term.end();
        }
    }

    private static boolean hasDigits(Matcher term) {
        String fraction = term.group(2);
        return !term.group(1).isEmpty() || (fraction != null && fraction.length() > 1);
    }

    private static ApiException refused(String what, String text) {
        return ApiException.badRequest(
                "invalid timeout specified in the request URL - time: " + what + " " + new JsonString(text));
    }
}
