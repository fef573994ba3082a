package dev.chartroom.domain.subresource;

/**
 * A pattern of names.
 *
 * @param text the name, in which {@code *} stands for any text
 */
public record NamePattern(String text) {
    /** All names. */
    public static final NamePattern ANY = new NamePattern("*");

    /** Returns whether a name fits. The time is linear in the lengths of both texts. */
    public boolean matches(String name) {
        String[] texts = text.split("\\*", -1);
        if (texts.length == 1) {
            return text.equals(name);
        }
        String last = texts[texts.length - 1];
        int at = texts[0].length();
        if (!name.startsWith(texts[0]) || !name.endsWith(last) || name.length() < at + last.length()) {
            return false;
        }
        int end = name.length() - last.length();
        for (int i = 1; i < texts.length - 1; i++) {
            int found = name.indexOf(texts[i], at);
            if (found < 0 || found + texts[i].length() > end) {
                return false;
            }
            at = found + texts[i].length();
        }
        return true;
    }
}
