package dev.chartroom.domain.managedfields;

import dev.chartroom.domain.status.GoText;
import java.nio.charset.StandardCharsets;

/** How a manager is called that does not say its name. */
public final class ManagerName {
    private static final int BYTES = 128;

    private ManagerName() {}

    /**
     * The name of who writes (wire contract F9).
     *
     * @param fieldManager as the request's parameter has it, empty for none
     * @param userAgent the header, empty for none
     * @return the parameter, otherwise what the user agent is called before its version, in at most 128 bytes; empty
     *     where neither says anything, which counts as {@code unknown}
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
