package dev.chartroom.apimachinery.status;

/** Shortens texts for messages. */
public final class Excerpt {
    private static final String ELLIPSIS = "...";

    private Excerpt() {}

    /**
     * Returns a text, cut and with an ellipsis if it is too long. A character outside the Basic Multilingual Plane is
     * never cut in half, because JSON cannot represent a half.
     *
     * @param longest the maximum length of the result in UTF-16 units, at least 3
     */
    public static String of(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        int end = longest - ELLIPSIS.length();
        boolean isInsidePair = end > 0 && Character.isHighSurrogate(text.charAt(end - 1));
        return text.substring(0, isInsidePair ? end - 1 : end) + ELLIPSIS;
    }
}
