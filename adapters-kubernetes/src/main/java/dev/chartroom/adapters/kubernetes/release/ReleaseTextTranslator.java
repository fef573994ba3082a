package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.domain.kind.ApplicationKind;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts texts and paths about a release to texts and paths about its Application.
 *
 * @param name the name of the Application, empty for more than one
 */
record ReleaseTextTranslator(ApplicationKind kind, String name) {
    // count/helmreleases... is the name of a limit in a ResourceQuota and is not replaced.
    private static final Pattern RESOURCE = Pattern.compile("(?<![/\\w])helmreleases\\.helm\\.toolkit\\.fluxcd\\.io");
    private static final Pattern KIND = Pattern.compile("\\bHelmRelease\\.helm\\.toolkit\\.fluxcd\\.io");
    private static final String VALUES = "spec.values";

    String translate(String message) {
        String named = name.isEmpty()
                ? message
                : message.replace("\"" + kind.release().releaseName(name) + "\"", "\"" + name + "\"");
        return replace(
                KIND, replace(RESOURCE, named, kind.groupResource()), kind.gvk().groupKind());
    }

    /** Returns the Application's path for a path in its release; empty if the Application has no such field. */
    static Optional<String> path(String ofRelease) {
        if (ofRelease.startsWith("metadata.")) {
            return Optional.of(ofRelease);
        }
        if (ofRelease.startsWith(VALUES)) {
            String rest = ofRelease.substring(VALUES.length());
            if (rest.isEmpty() || rest.startsWith(".") || rest.startsWith("[")) {
                return Optional.of("spec" + rest);
            }
        }
        return Optional.empty();
    }

    private static String replace(Pattern pattern, String text, Object by) {
        return pattern.matcher(text).replaceAll(Matcher.quoteReplacement(by.toString()));
    }
}
