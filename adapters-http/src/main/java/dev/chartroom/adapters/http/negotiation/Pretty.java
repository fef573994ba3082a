package dev.chartroom.adapters.http.negotiation;

import java.util.Set;

/**
 * Whether JSON is indented (wire contract E7). The {@code pretty} parameter of the query decides. Without it, JSON is
 * indented for programs that people use.
 */
public enum Pretty {
    YES,
    NO;

    private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");

    /**
     * @param parameter the {@code pretty} parameter of the query, empty if there is none
     * @param userAgent the User-Agent header, empty if there is none
     */
    public static Pretty of(String parameter, String userAgent) {
        boolean pretty = parameter.isEmpty()
                ? userAgent.startsWith("curl") || userAgent.startsWith("Wget") || userAgent.startsWith("Mozilla/5.0")
                : TRUE.contains(parameter);
        return pretty ? YES : NO;
    }

    /** @param byAccept true if the Accept header asks for indentation, which nothing overrides */
    Format format(boolean byAccept) {
        return byAccept || this == YES ? Format.PRETTY_JSON : Format.JSON;
    }
}
