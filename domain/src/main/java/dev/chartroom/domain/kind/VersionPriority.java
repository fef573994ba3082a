package dev.chartroom.domain.kind;

import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The order in which discovery lists the versions of a group, the preferred one first: {@code v10, v2, v1, v11beta2,
 * v3beta1, v1alpha1}, then all others by name (apimachinery's CompareKubeAwareVersionStrings).
 */
public final class VersionPriority {
    private static final Pattern KUBERNETES = Pattern.compile("v([0-9]{1,9})(?:(alpha|beta)([0-9]{1,9}))?");
    private static final List<String> STABILITY = List.of("alpha", "beta");

    public static final Comparator<String> ORDER = Comparator.comparing(
                    VersionPriority::rank, Comparator.reverseOrder())
            .thenComparing(Comparator.naturalOrder());

    private VersionPriority() {}

    private static Rank rank(String version) {
        Matcher parts = KUBERNETES.matcher(version);
        if (!parts.matches()) {
            return new Rank(-1, 0, 0);
        }
        int stability = parts.group(2) == null ? STABILITY.size() : STABILITY.indexOf(parts.group(2));
        int minor = parts.group(3) == null ? 0 : Integer.parseInt(parts.group(3));
        return new Rank(stability, Integer.parseInt(parts.group(1)), minor);
    }

    private record Rank(int stability, int major, int minor) implements Comparable<Rank> {
        private static final Comparator<Rank> ASCENDING = Comparator.comparingInt(Rank::stability)
                .thenComparingInt(Rank::major)
                .thenComparingInt(Rank::minor);

        @Override
        public int compareTo(Rank other) {
            return ASCENDING.compare(this, other);
        }
    }
}
