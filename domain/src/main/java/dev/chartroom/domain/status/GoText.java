package dev.chartroom.domain.status;

/** Texts as Go prints them in the messages of Kubernetes. */
public final class GoText {
    private GoText() {}

    /** A string as {@code %q}: in quotes, what cannot be printed escaped. */
    public static String quote(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(c -> {
            switch (c) {
                case '"', '\\' -> quoted.append('\\').appendCodePoint(c);
                case 0x07 -> quoted.append("\\a");
                case '\b' -> quoted.append("\\b");
                case '\f' -> quoted.append("\\f");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                case 0x0B -> quoted.append("\\v");
                default -> {
                    if (isPrintable(c)) {
                        quoted.appendCodePoint(c);
                    } else {
                        quoted.append(String.format(
                                c < ' ' || c == 0x7F ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", c));
                    }
                }
            }
        });
        return quoted.append('"').toString();
    }

    /** As unicode.IsPrint: of all that is white, only the space. */
    public static boolean isPrintable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> codePoint == ' ';
            default -> true;
        };
    }
}
