package dev.chartroom.apimachinery.schema.format;

/** The textual forms of IP addresses. */
enum IpAddressFormat {
    /** The form that Go parses: no leading zeros in decimal numbers, and at most four digits in hexadecimal numbers. */
    STRICT,
    /**
     * The form that Kubernetes parses for compatibility with older releases: numbers have any number of leading zeros.
     */
    LENIENT;

    boolean isAddress(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '.') {
                return isV4(text);
            }
            if (text.charAt(i) == ':') {
                return isV6(text);
            }
        }
        return false;
    }

    boolean isV4(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != 4) {
            return false;
        }
        for (String part : parts) {
            if (!isNumber(part, 255) || (this == STRICT && part.length() > 1 && part.startsWith("0"))) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the text is an IPv6 address without a zone. */
    boolean isV6(String text) {
        int gap = text.indexOf("::");
        if (gap < 0) {
            return groups(text, true) == 8;
        }
        String before = text.substring(0, gap);
        String after = text.substring(gap + 2);
        int left = before.isEmpty() ? 0 : groups(before, false);
        int right = after.isEmpty() ? 0 : groups(after, true);
        return left >= 0 && right >= 0 && left + right < 8;
    }

    /** Returns the number of 16-bit groups; -1 if a group is malformed. */
    private int groups(String text, boolean mayEndInV4) {
        String[] parts = text.split(":", -1);
        int groups = parts.length;
        for (int i = 0; i < parts.length; i++) {
            if (i == parts.length - 1 && mayEndInV4 && parts[i].contains(".")) {
                if (!isV4(parts[i])) {
                    return -1;
                }
                groups++;
            } else if (!isGroup(parts[i])) {
                return -1;
            }
        }
        return groups;
    }

    private boolean isGroup(String text) {
        return !text.isEmpty()
                && text.chars().allMatch(c -> c < 0x80 && Character.digit(c, 16) >= 0)
                && (text.length() <= 4 || (this == LENIENT && withoutZeros(text).length() <= 4));
    }

    static boolean isNumber(String text, int max) {
        return !text.isEmpty()
                && text.chars().allMatch(c -> c >= '0' && c <= '9')
                && withoutZeros(text).length() <= 4
                && Integer.parseInt(withoutZeros(text)) <= max;
    }

    private static String withoutZeros(String text) {
        int start = 0;
        while (start < text.length() - 1 && text.charAt(start) == '0') {
            start++;
        }
        return text.substring(start);
    }
}
