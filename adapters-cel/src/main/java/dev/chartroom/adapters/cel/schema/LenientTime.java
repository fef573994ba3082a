package dev.chartroom.adapters.cel.schema;

import dev.chartroom.adapters.cel.value.Timestamp;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The format {@code date-time} as kube-openapi parses it: RFC 3339, but letters may be in lower case, and the offset or
 * its colon may be absent.
 */
final class LenientTime {
    private static final Pattern TIME = Pattern.compile(
            "(\\d{4}-\\d\\d-\\d\\d)[Tt](\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?)(?:([Zz])|([+-]\\d\\d):?(\\d\\d))?");

    private LenientTime() {}

    static @Nullable Timestamp parse(String text) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            return null;
        }
        String offset = time.group(4) == null ? "Z" : time.group(4) + ":" + time.group(5);
        return Timestamp.parse(time.group(1) + "T" + time.group(2) + offset);
    }
}
