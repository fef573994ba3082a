package dev.chartroom.adapters.cel.type;

import dev.chartroom.adapters.cel.value.CelFailure;
import dev.chartroom.adapters.cel.value.OpaqueValue;
import dev.chartroom.adapters.cel.value.Texts;
import dev.chartroom.adapters.cel.value.TypeValue;
import dev.chartroom.apimachinery.go.GoText;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A semantic version (semver 2.0) as blang/semver parses and compares it. Build metadata is validated and dropped. */
public record SemanticVersion(BigInteger major, BigInteger minor, BigInteger patch, List<String> prerelease)
        implements OpaqueValue, Comparable<SemanticVersion> {
    private static final TypeValue TYPE = new TypeValue("kubernetes.Semver");

    /** @throws CelFailure if the text is not a version; the message is blang/semver's */
    public static SemanticVersion parse(String text) {
        if (text.isEmpty()) {
            throw new CelFailure("Version string empty");
        }
        String[] parts = text.split("\\.", 3);
        if (parts.length != 3) {
            throw new CelFailure("No Major.Minor.Patch elements found");
        }
        BigInteger major = number("major", "Major", parts[0]);
        BigInteger minor = number("minor", "Minor", parts[1]);
        int plus = parts[2].indexOf('+');
        String build = plus < 0 ? "" : parts[2].substring(plus);
        String rest = plus < 0 ? parts[2] : parts[2].substring(0, plus);
        int dash = rest.indexOf('-');
        String prerelease = dash < 0 ? "" : rest.substring(dash);
        BigInteger patch = number("patch", "Patch", dash < 0 ? rest : rest.substring(0, dash));
        List<String> identifiers = new ArrayList<>();
        if (!prerelease.isEmpty()) {
            for (String identifier : prerelease.substring(1).split("\\.", -1)) {
                identifiers.add(identifier(identifier));
            }
        }
        if (!build.isEmpty()) {
            checkBuild(build.substring(1));
        }
        return new SemanticVersion(major, minor, patch, List.copyOf(identifiers));
    }

    /** Parses a version that may start with "v", lack its minor or patch number, or have leading zeros. */
    public static SemanticVersion parseLeniently(String text) {
        String[] parts = (text.startsWith("v") ? text.substring(1) : text).split("\\.", 3);
        List<String> normal = new ArrayList<>();
        for (String part : parts) {
            String stripped = part.length() > 1 ? part.replaceFirst("^0+", "") : part;
            boolean digit = !stripped.isEmpty() && stripped.charAt(0) >= '0' && stripped.charAt(0) <= '9';
            normal.add(part.length() > 1 && !digit ? "0" + stripped : stripped);
        }
        if (normal.size() < 3 && normal.getLast().matches(".*[+-].*")) {
            throw new CelFailure("short version cannot contain PreRelease/Build meta data");
        }
        while (normal.size() < 3) {
            normal.add("0");
        }
        return parse(String.join(".", normal));
    }

    private static BigInteger number(String name, String title, String text) {
        if (!text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new CelFailure("Invalid character(s) found in " + name + " number " + GoText.quote(text));
        }
        if (text.length() > 1 && text.startsWith("0")) {
            throw new CelFailure(title + " number must not contain leading zeroes " + GoText.quote(text));
        }
        return unsigned(text);
    }

    private static BigInteger unsigned(String digits) {
        String call = "strconv.ParseUint: parsing " + GoText.quote(digits) + ": ";
        if (digits.isEmpty()) {
            throw new CelFailure(call + "invalid syntax");
        }
        if (digits.length() > 20 || new BigInteger(digits).bitLength() > 64) {
            throw new CelFailure(call + "value out of range");
        }
        return new BigInteger(digits);
    }

    private static String identifier(String text) {
        if (text.isEmpty()) {
            throw new CelFailure("Prerelease is empty");
        }
        if (isNumber(text)) {
            if (text.length() > 1 && text.startsWith("0")) {
                throw new CelFailure(
                        "Numeric PreRelease version must not contain leading zeroes " + GoText.quote(text));
            }
            return unsigned(text).toString();
        }
        if (!text.matches("[A-Za-z0-9-]+")) {
            throw new CelFailure("Invalid character(s) found in prerelease " + GoText.quote(text));
        }
        return text;
    }

    private static void checkBuild(String build) {
        for (String part : build.split("\\.", -1)) {
            if (part.isEmpty()) {
                throw new CelFailure("Build meta data is empty");
            }
            if (!part.matches("[A-Za-z0-9-]+")) {
                throw new CelFailure("Invalid character(s) found in build meta data " + GoText.quote(part));
            }
        }
    }

    private static boolean isNumber(String text) {
        return text.matches("[0-9]+");
    }

    @Override
    public int compareTo(SemanticVersion other) {
        int compared = major.compareTo(other.major);
        compared = compared == 0 ? minor.compareTo(other.minor) : compared;
        compared = compared == 0 ? patch.compareTo(other.patch) : compared;
        return compared == 0 ? comparePrerelease(other) : compared;
    }

    private int comparePrerelease(SemanticVersion other) {
        if (prerelease.isEmpty() || other.prerelease.isEmpty()) {
            return Boolean.compare(prerelease.isEmpty(), other.prerelease.isEmpty());
        }
        for (int i = 0; i < Math.min(prerelease.size(), other.prerelease.size()); i++) {
            int compared = compareIdentifiers(prerelease.get(i), other.prerelease.get(i));
            if (compared != 0) {
                return compared;
            }
        }
        return Integer.compare(prerelease.size(), other.prerelease.size());
    }

    private static int compareIdentifiers(String a, String b) {
        if (isNumber(a) && isNumber(b)) {
            return new BigInteger(a).compareTo(new BigInteger(b));
        }
        return isNumber(a) == isNumber(b) ? Texts.compare(a, b) : isNumber(a) ? -1 : 1;
    }

    @Override
    public TypeValue type() {
        return TYPE;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SemanticVersion that && compareTo(that) == 0;
    }

    @Override
    public int hashCode() {
        return major.hashCode() * 31 + minor.hashCode();
    }
}
