package dev.chartroom.adapters.http.api;

import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The warnings of one answer. Each warning is a header of its own, also if the answer is an error (wire contract D30).
 * As in apiserver, each text is sent once. If the texts have more than 4,096 characters in all, each is cut to 256.
 */
final class Warnings {
    private static final HeaderName WARNING = HeaderNames.create("Warning");
    private static final int MAX_TOTAL = 4096;
    private static final int MAX_CUT = 256;

    private final ServerResponseHeaders headers;
    private final Set<String> texts = new LinkedHashSet<>();
    private final List<String> values = new ArrayList<>();
    private int totalLength;
    /** The total length that the texts have if each is cut. At the limit there is no room for another text. */
    private int cutLength;

    Warnings(ServerResponseHeaders headers) {
        this.headers = headers;
    }

    void add(String text) {
        boolean cutBefore = totalLength > MAX_TOTAL;
        // A text with a control character cannot be a header, and is left out as upstream.
        if ((cutBefore && cutLength >= MAX_TOTAL)
                || text.isEmpty()
                || text.chars().anyMatch(Character::isISOControl)
                || !texts.add(text)) {
            return;
        }
        totalLength += length(text);
        cutLength += length(cut(text));
        if (totalLength <= MAX_TOTAL) {
            values.add(quoted(text));
        } else if (cutBefore) {
            values.add(quoted(cut(text)));
        } else {
            values.clear();
            texts.forEach(each -> values.add(quoted(cut(each))));
        }
        // Warnings are never in the header table that an HTTP/2 connection shares: Helidon miscounts long values there.
        headers.set(HeaderValues.create(WARNING, true, false, values.toArray(String[]::new)));
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    private static String cut(String text) {
        return length(text) <= MAX_CUT ? text : text.substring(0, text.offsetByCodePoints(0, MAX_CUT));
    }

    /** Replaces each character that is not valid in a header with a question mark. */
    private static String ascii(String text) {
        StringBuilder ascii = new StringBuilder(text.length());
        text.chars().forEach(c -> ascii.append(c < 0x7f ? (char) c : '?'));
        return ascii.toString();
    }

    private static String quoted(String text) {
        return "299 - \"" + ascii(text.replace("\\", "\\\\").replace("\"", "\\\"")) + "\"";
    }
}
