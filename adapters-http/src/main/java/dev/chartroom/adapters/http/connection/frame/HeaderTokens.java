package dev.chartroom.adapters.http.connection.frame;

/** The characters of methods and of header names (RFC 9110, 5.6.2). */
public final class HeaderTokens {
    private static final String MARKS = "!#$%&'*+-.^_`|~";

    private HeaderTokens() {}

    public static boolean isTokenCharacter(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || MARKS.indexOf(c) >= 0;
    }

    /** True if this is a valid name of a header over HTTP/2 (RFC 9113, 8.2.1). */
    static boolean isName(String name) {
        return !name.isEmpty() && name.chars().allMatch(c -> isTokenCharacter(c) && (c < 'A' || c > 'Z'));
    }
}
