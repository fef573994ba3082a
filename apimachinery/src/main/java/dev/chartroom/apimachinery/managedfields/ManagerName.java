package dev.chartroom.apimachinery.managedfields;

import dev.chartroom.apimachinery.go.GoText;
import java.nio.charset.StandardCharsets;

/** Chooses the manager's name for a write. */
public final class ManagerName {
    private static final int BYTES = 128;

    private ManagerName() {}

    /**
     * Returns the name of the manager (wire contract F9).
     *
     * @param fieldManager the request's {@code fieldManager} parameter; empty if missing
     * @param userAgent the request's {@code User-Agent} header; empty if missing
     * @return the parameter; if it is empty, the printable characters of the user agent before its first slash, at most
     *     128 bytes. If the result is empty, {@code unknown} is used as the name
     */
    public static String of(String fieldManager, String userAgent) {
        if (!fieldManager.isEmpty()) {
            return fieldManager;
        }
        int slash = userAgent.indexOf('/');
        StringBuilder name = new StringBuilder();
        int left = BYTES;
        for (int c : userAgent
                .substring(0, slash < 0 ? userAgent.length() : slash)
                .codePoints()
                .toArray()) {
            if (GoText.isPrintable(c)) {
                left -= Character.toString(c).getBytes(StandardCharsets.UTF_8).length;
                if (left < 0) {
                    break;
                }
                name.appendCodePoint(c);
            }
        }
        return name.toString();
    }
}
