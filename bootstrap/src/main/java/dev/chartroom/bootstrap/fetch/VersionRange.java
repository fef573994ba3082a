package dev.chartroom.bootstrap.fetch;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A range of versions, such as {@code ^1.2} or {@code >=1.0 <2.0 || 3.x}, with the meaning that Helm's library
 * (Masterminds/semver) gives it.
 *
 * @param alternatives a version must fit all bounds of one alternative
 */
record VersionRange(List<List<Bound>> alternatives) {
    private static final String VERSION =
            "v?(?:[xX*]|\\d{1,20})(?:\\.(?:[xX*]|\\d{1,20})){0,2}(?:-[0-9A-Za-z.-]+)?(?:\\+[0-9A-Za-z.-]+)?";
    private static final String OPERATOR = "=|!=|>=|=>|<=|=<|>|<|~>|~|\\^|";
    private static final Pattern BOUND = Pattern.compile("(" + OPERATOR + ")\\s*(" + VERSION + ")");
    private static final Pattern BOUNDS =
            Pattern.compile(BOUND.pattern() + "(?:(?:\\s*,\\s*|\\s+)" + BOUND.pattern() + ")*");
    private static final Pattern HYPHEN = Pattern.compile("(" + VERSION + ")\\s+-\\s+(" + VERSION + ")");
    private static final Pattern PARTS = Pattern.compile("v?([0-9xX*.]+)(.*)");

    /** Returns the range; empty if the text is no range. A version is a range, too. */
    static Optional<VersionRange> of(String text) {
        List<String> alternatives = Arrays.stream(text.split("\\|\\|", -1))
                .map(String::strip)
                .map(part -> HYPHEN.matcher(part).replaceAll(">=$1 <=$2"))
                .toList();
        return alternatives.stream().allMatch(part -> BOUNDS.matcher(part).matches())
                ? Optional.of(new VersionRange(alternatives.stream()
                        .map(part ->
                                BOUND.matcher(part).results().map(Bound::of).toList())
                        .toList()))
                : Optional.empty();
    }

    /** Returns whether a version is in the range. A prerelease is in it only if a bound of the alternative is one. */
    boolean contains(ChartVersion version) {
        return alternatives.stream()
                .filter(bounds -> version.prerelease().isEmpty()
                        || bounds.stream()
                                .anyMatch(bound -> !bound.version().prerelease().isEmpty()))
                .anyMatch(bounds -> bounds.stream().allMatch(bound -> bound.admits(version)));
    }

    /** Returns the latest version in the range; empty if there is none. */
    Optional<String> latest(Collection<String> versions) {
        return versions.stream()
                .map(ChartVersion::of)
                .flatMap(Optional::stream)
                .filter(this::contains)
                .max(Comparator.naturalOrder())
                .map(ChartVersion::text);
    }

    /**
     * @param version with 0 for the numbers that the text leaves out
     * @param precision the number of numbers in the text, 0 to 3
     */
    private record Bound(String operator, ChartVersion version, int precision) {
        static Bound of(MatchResult match) {
            Matcher parts = PARTS.matcher(match.group(2));
            if (!parts.matches()) {
                throw new IllegalStateException(match.group());
            }
            // An x, and what follows it, stands for any number.
            List<String> numbers = Arrays.stream(parts.group(1).split("\\.", -1))
                    .takeWhile(number -> Character.isDigit(number.charAt(0)))
                    .toList();
            String given = numbers.isEmpty() ? "0" : String.join(".", numbers);
            return new Bound(
                    match.group(1), ChartVersion.of(given + parts.group(2)).orElseThrow(), numbers.size());
        }

        boolean admits(ChartVersion other) {
            int order = other.compareTo(version);
            return switch (operator) {
                case "", "=" -> isEqual(other);
                case "!=" -> !isEqual(other);
                case ">" -> precision % 3 == 0 ? order > 0 : numbers(other, precision) > 0;
                case ">=", "=>" -> order >= 0;
                case "<" -> order < 0;
                case "<=", "=<" -> precision == 3 ? order <= 0 : numbers(other, precision) <= 0;
                case "~", "~>" -> order >= 0 && numbers(other, Math.min(precision, 2)) == 0;
                case "^" -> order >= 0 && numbers(other, compatible()) == 0;
                default -> throw new IllegalStateException(operator);
            };
        }

        private boolean isEqual(ChartVersion other) {
            return precision == 3
                    ? other.compareTo(version) == 0
                    : other.compareTo(version) >= 0 && numbers(other, precision) == 0;
        }

        /** Returns how many numbers a compatible version has in common with the bound: up to the first that is not 0. */
        private int compatible() {
            for (int i = 0; i < precision; i++) {
                if (version.numbers().get(i).signum() != 0) {
                    return i + 1;
                }
            }
            return precision;
        }

        /** Compares the first numbers of a version with those of the bound. */
        private int numbers(ChartVersion other, int count) {
            for (int i = 0; i < count; i++) {
                int order = other.numbers().get(i).compareTo(version.numbers().get(i));
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        }
    }
}
