package dev.chartroom.apimachinery.schema.format;

/**
 * One mailbox of RFC 5322, as Go's mail.ParseAddress reads it: {@code a@b.c}, {@code "A" <a@b.c>}, or a group of one
 * mailbox. Unlike Go, it accepts encoded words in a character set that Go does not know.
 */
final class EmailAddress {
    private static final String SPECIALS = "()<>[]:;@\\,\"";

    private final String text;
    private int at;

    private EmailAddress(String text) {
        this.text = text;
    }

    static boolean isValid(String text) {
        EmailAddress address = new EmailAddress(text);
        return address.addresses(true) == 1 && address.skipComments() && address.isAtEnd();
    }

    /** Reads an address or a group. Returns the number of addresses; -1 if the text is malformed. */
    private int addresses(boolean mayBeGroup) {
        skipSpace();
        if (isAtEnd()) {
            return -1;
        }
        int start = at;
        if (addressSpec()) {
            skipSpace();
            return !consume('(') || restOfComment() ? 1 : -1;
        }
        at = start;
        if (peek() != '<' && !phrase()) {
            return -1;
        }
        skipSpace();
        if (mayBeGroup && consume(':')) {
            return group();
        }
        return consume('<') && addressSpec() && consume('>') ? 1 : -1;
    }

    private int group() {
        skipSpace();
        if (consume(';')) {
            return skipComments() ? 0 : -1;
        }
        int members = 0;
        do {
            int more = addresses(false);
            if (more < 0 || !skipComments()) {
                return -1;
            }
            members += more;
            if (consume(';')) {
                return skipComments() ? members : -1;
            }
        } while (consume(','));
        return -1;
    }

    private boolean addressSpec() {
        skipSpace();
        if (isAtEnd()) {
            return false;
        }
        boolean local = peek() == '"' ? quotedString() > 0 : atom(false);
        if (!local || !consume('@')) {
            return false;
        }
        skipSpace();
        return !isAtEnd() && (peek() == '[' ? domainLiteral() : atom(false));
    }

    /** Reads words up to the first token that is not a word. */
    private boolean phrase() {
        for (int words = 0; ; words++) {
            if (words > 0 && !skipComments()) {
                return false;
            }
            skipSpace();
            if (isAtEnd()) {
                return true;
            }
            if (peek() == '"' ? quotedString() < 0 : !atom(true)) {
                return words > 0;
            }
        }
    }

    /** Reads a quoted string. Returns its length; -1 if it is unterminated or has an invalid character. */
    private int quotedString() {
        int length = 0;
        for (int i = at + 1; i < text.length(); i++, length++) {
            char c = text.charAt(i);
            if (c == '"') {
                at = i + 1;
                return length;
            }
            if (c == '\\') {
                i++;
                if (i == text.length()) {
                    return -1;
                }
                c = text.charAt(i);
            }
            if (!isVisible(c) && c != ' ' && c != '\t') {
                return -1;
            }
        }
        return -1;
    }

    private boolean atom(boolean permissive) {
        int start = at;
        while (!isAtEnd() && isVisible(peek()) && SPECIALS.indexOf(peek()) < 0) {
            at++;
        }
        String atom = text.substring(start, at);
        return !atom.isEmpty() && (permissive || !(atom.startsWith(".") || atom.endsWith(".") || atom.contains("..")));
    }

    private boolean domainLiteral() {
        int end = text.indexOf(']', at);
        if (end < 0) {
            return false;
        }
        String address = text.substring(at + 1, end);
        at = end + 1;
        return IpAddressFormat.STRICT.isAddress(address);
    }

    private boolean skipComments() {
        skipSpace();
        while (consume('(')) {
            if (!restOfComment()) {
                return false;
            }
            skipSpace();
        }
        return true;
    }

    /** Skips the rest of a comment; comments nest. */
    private boolean restOfComment() {
        int depth = 1;
        while (!isAtEnd() && depth > 0) {
            switch (peek()) {
                case '\\' -> at += at + 1 < text.length() ? 1 : 0;
                case '(' -> depth++;
                case ')' -> depth--;
                default -> {}
            }
            at++;
        }
        return depth == 0;
    }

    private static boolean isVisible(char c) {
        return (c > ' ' && c < 0x7F) || c >= 0x80;
    }

    private void skipSpace() {
        while (!isAtEnd() && (peek() == ' ' || peek() == '\t')) {
            at++;
        }
    }

    private boolean consume(char c) {
        if (isAtEnd() || peek() != c) {
            return false;
        }
        at++;
        return true;
    }

    private char peek() {
        return text.charAt(at);
    }

    private boolean isAtEnd() {
        return at >= text.length();
    }
}
