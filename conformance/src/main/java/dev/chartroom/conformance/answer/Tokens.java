package dev.chartroom.conformance.answer;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values that a server chose while a case ran, and their tokens in normalised answers.
 *
 * @param group the group of the side's kinds
 * @param uids tokens by uid
 * @param versions tokens by the resource version of an object, numbered in the order of the versions
 * @param chosenVersions resource versions in the case itself, which stay
 * @param names tokens by generated name
 * @param from the start of the case
 * @param to the end of the case
 */
record Tokens(
        String group,
        Map<String, String> uids,
        Map<String, String> versions,
        Set<String> chosenVersions,
        Map<String, String> names,
        Instant from,
        Instant to) {
    static final Pattern UID = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    static final Pattern VERSION = Pattern.compile("[1-9][0-9]{0,18}");
    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
    private static final Pattern VERSIONS_IN_MESSAGE =
            Pattern.compile("(?i)(resource ?version[a-z :\\\\\"]*\\(?)(\\d+)(?:(, current: | \\()(\\d+))?");

    /** Replaces the values that the server chose in a string. */
    String text(String text) {
        String rewritten = UID.matcher(text).replaceAll(match -> uids.getOrDefault(match.group(), match.group()));
        rewritten = TIME.matcher(rewritten).replaceAll(match -> isNow(match.group()) ? "<time>" : match.group());
        for (Map.Entry<String, String> name : names.entrySet()) {
            rewritten = rewritten.replace(name.getKey(), name.getValue());
        }
        return rewritten.replace(group, "<group>");
    }

    /** As above, in the message of a Status, which may also contain resource versions, even inside a whole object. */
    String message(String message) {
        return text(VERSIONS_IN_MESSAGE.matcher(message).replaceAll(match -> {
            String further = match.group(3) == null ? "" : match.group(3) + version(match.group(4), "rv*");
            return Matcher.quoteReplacement(match.group(1) + version(match.group(2), "rv*") + further);
        }));
    }

    /**
     * Returns the token of a resource version.
     *
     * @param other the token of a version that no object had
     */
    String version(String version, String other) {
        if (!VERSION.matcher(version).matches() || chosenVersions.contains(version)) {
            return version;
        }
        return versions.getOrDefault(version, other);
    }

    private boolean isNow(String time) {
        try {
            Instant instant = Instant.parse(time);
            return !instant.isBefore(from.minusSeconds(2)) && !instant.isAfter(to.plusSeconds(2));
        } catch (DateTimeParseException _) {
            return false;
        }
    }
}
