package dev.chartroom.adapters.http.connection;

/** The characters of methods and of header names (RFC 9110, 5.6.2). */
final class HeaderTokens {
    private static final String MARKS = "!#$%&'*+-.^_`|~";

    private HeaderTokens() {}

    static boolean isOfToken(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || MARKS.indexOf(c) >= 0;
    }

    /** True if this is a valid name of a header over HTTP/2 (RFC 9113, 8.2.1). */
    static boolean isName(String name) {
        return !name.isEmpty() && name.chars().allMatch(c -> isOfToken(c) && (c < 'A' || c > 'Z'));
    }
}
