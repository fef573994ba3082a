package dev.chartroom.bootstrap.fetch;

import java.math.BigInteger;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A semantic version, in the order of its precedence. */
record ChartVersion(String text, List<BigInteger> numbers, List<String> prerelease)
        implements Comparable<ChartVersion> {
    private static final Pattern FORM = Pattern.compile(
            "v?(\\d{1,20})(?:\\.(\\d{1,20}))?(?:\\.(\\d{1,20}))?(?:-([0-9A-Za-z.-]+))?(?:\\+[0-9A-Za-z.-]+)?");

    static Optional<ChartVersion> of(String text) {
        Matcher form = FORM.matcher(text);
        return form.matches()
                ? Optional.of(new ChartVersion(
                        text,
                        List.of(number(form.group(1)), number(form.group(2)), number(form.group(3))),
                        form.group(4) == null
                                ? List.of()
                                : List.of(form.group(4).split("\\."))))
                : Optional.empty();
    }

    /** Returns the latest version; a prerelease only if there is no other version. Empty without any version. */
    static Optional<String> latest(Collection<String> versions) {
        return versions.stream()
                .map(ChartVersion::of)
                .flatMap(Optional::stream)
                .max(Comparator.<ChartVersion, Boolean>comparing(version -> version.prerelease.isEmpty())
                        .thenComparing(Comparator.naturalOrder()))
                .map(ChartVersion::text);
    }

    @Override
    public int compareTo(ChartVersion other) {
        for (int i = 0; i < numbers.size(); i++) {
            int order = numbers.get(i).compareTo(other.numbers.get(i));
            if (order != 0) {
                return order;
            }
        }
        if (prerelease.isEmpty() || other.prerelease.isEmpty()) {
            return Boolean.compare(prerelease.isEmpty(), other.prerelease.isEmpty());
        }
        for (int i = 0; i < Math.min(prerelease.size(), other.prerelease.size()); i++) {
            int order = identifiers(prerelease.get(i), other.prerelease.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(prerelease.size(), other.prerelease.size());
    }

    /** Numbers precede words. */
    private static int identifiers(String one, String other) {
        boolean number = one.matches("\\d+");
        boolean otherNumber = other.matches("\\d+");
        return number && otherNumber
                ? new BigInteger(one).compareTo(new BigInteger(other))
                : number == otherNumber ? one.compareTo(other) : number ? -1 : 1;
    }

    private static BigInteger number(@Nullable String digits) {
        return digits == null ? BigInteger.ZERO : new BigInteger(digits);
    }
}
