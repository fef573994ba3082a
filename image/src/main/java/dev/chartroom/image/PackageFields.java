package dev.chartroom.image;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The fields of a package of Debian.
 *
 * @param text all fields, in Debian's format
 */
record PackageFields(String name, String version, String architecture, String text) {

    static PackageFields parse(String text) {
        return new PackageFields(field(text, "Package"), field(text, "Version"), field(text, "Architecture"), text);
    }

    private static String field(String text, String name) {
        Matcher matcher = Pattern.compile("(?m)^" + name + ": (.*)$").matcher(text);
        if (!matcher.find()) {
            throw new ImageException("A package of Debian has no field " + name + ":\n" + text);
        }
        return matcher.group(1);
    }
}
