package dev.chartroom.adapters.http.openapi;

import dev.chartroom.apimachinery.meta.GroupVersion;
import java.util.HashSet;
import java.util.Set;

/**
 * The operation ids of one document, in the style of kube-apiserver: {@code listAppsExampleComV1NamespacedRedis}. Two
 * groups might differ only in their punctuation, so a number is added to an id that already exists.
 */
final class OperationIds {
    private final Set<String> taken = new HashSet<>();

    /** Returns an id that this document does not have yet. */
    String id(String verb, GroupVersion groupVersion, String subject) {
        String id =
                verb + camelCase(shortGroup(groupVersion), true) + camelCase(groupVersion.version(), true) + subject;
        String unique = id;
        for (int number = 2; !taken.add(unique); number++) {
            unique = id + "_" + number;
        }
        return unique;
    }

    /** Returns the tag of the operations of a group version, or of a group alone if the version is empty. */
    static String tag(GroupVersion groupVersion) {
        String group = camelCase(shortGroup(groupVersion), false);
        return groupVersion.version().isEmpty() ? group : group + "_" + camelCase(groupVersion.version(), false);
    }

    private static String shortGroup(GroupVersion groupVersion) {
        String suffix = ".k8s.io";
        String group = groupVersion.group().isEmpty() ? "core" : groupVersion.group();
        return group.endsWith(suffix) ? group.substring(0, group.length() - suffix.length()) : group;
    }

    private static String camelCase(String text, boolean capital) {
        StringBuilder name = new StringBuilder(text.length());
        boolean up = capital;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isLetterOrDigit(c)) {
                name.append(up ? Character.toUpperCase(c) : c);
            }
            up = !Character.isLetterOrDigit(c);
        }
        return name.toString();
    }
}
