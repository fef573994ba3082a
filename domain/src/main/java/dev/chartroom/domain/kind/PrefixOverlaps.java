package dev.chartroom.domain.kind;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Finds kinds whose objects can claim the same release name in a namespace. Two kinds overlap if the release prefix of
 * one kind begins with the release prefix of the other kind. Each kind gets at most one sentence, so many overlaps stay
 * readable.
 */
final class PrefixOverlaps {
    private static final int NAMED = 3;

    private PrefixOverlaps() {}

    /**
     * Returns the warnings. A pair of kinds is reported in the sentence for the kind with the shorter prefix. If the
     * prefixes are equal, the pair is reported in the sentence for the earlier kind.
     */
    static List<String> warnings(List<ApplicationKind> all) {
        List<ApplicationKind> kinds =
                all.stream().filter(ApplicationKind::hasReleases).toList();
        NavigableMap<String, List<Integer>> byPrefix = new TreeMap<>();
        for (int i = 0; i < kinds.size(); i++) {
            byPrefix.computeIfAbsent(kinds.get(i).release().prefix(), _ -> new ArrayList<>())
                    .add(i);
        }
        List<String> warnings = new ArrayList<>();
        for (int i = 0; i < kinds.size(); i++) {
            warning(kinds, i, byPrefix).ifPresent(warnings::add);
        }
        return warnings;
    }

    private static Optional<String> warning(
            List<ApplicationKind> kinds, int index, NavigableMap<String, List<Integer>> byPrefix) {
        ApplicationKind kind = kinds.get(index);
        String prefix = kind.release().prefix();
        // In the order of the map, the keys that begin with a prefix follow directly after the prefix.
        List<ApplicationKind> others = byPrefix.tailMap(prefix, true).entrySet().stream()
                .takeWhile(entry -> entry.getKey().startsWith(prefix))
                .flatMap(entry -> entry.getValue().stream()
                        .filter(i ->
                                prefix.isEmpty() ? i != index : entry.getKey().length() > prefix.length() || i > index))
                .sorted()
                .map(kinds::get)
                .toList();
        return others.isEmpty() ? Optional.empty() : Optional.of(sentence(kind, others));
    }

    private static String sentence(ApplicationKind kind, List<ApplicationKind> others) {
        String prefix = kind.release().prefix();
        if (prefix.isEmpty()) {
            return "the release prefix of " + kind.groupResource() + " is empty and overlaps with the prefix of "
                    + counted(others.size(), "other kind");
        }
        String named =
                others.stream().limit(NAMED).map(PrefixOverlaps::prefixed).collect(Collectors.joining(", "));
        int rest = others.size() - NAMED;
        return "the release prefix " + prefixed(kind) + " overlaps with " + named
                + (rest > 0 ? " and the prefix of " + counted(rest, "more kind") : "");
    }

    private static String prefixed(ApplicationKind kind) {
        return "\"" + kind.release().prefix() + "\" of " + kind.groupResource();
    }

    private static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}
