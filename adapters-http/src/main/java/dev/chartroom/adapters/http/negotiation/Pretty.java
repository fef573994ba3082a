package dev.chartroom.adapters.http.negotiation;

import java.util.Set;

/** Whether JSON is indented (wire contract E7): where the query says so and, if it does not, for people's programs. */
public enum Pretty {
    YES,
    NO;

    private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");

    /**
     * @param parameter the {@code pretty} parameter of the query, empty where there is none
     * @param userAgent the User-Agent header, empty where there is none
     */
    public static Pretty of(String parameter, String userAgent) {
        boolean pretty = parameter.isEmpty()
                ? userAgent.startsWith("curl") || userAgent.startsWith("Wget") || userAgent.startsWith("Mozilla/5.0")
                : TRUE.contains(parameter);
        return pretty ? YES : NO;
    }

    /** @param byAccept true where the Accept header asks for it, which nothing takes back */
    Format format(boolean byAccept) {
        return byAccept || this == YES ? Format.PRETTY_JSON : Format.JSON;
    }
}
