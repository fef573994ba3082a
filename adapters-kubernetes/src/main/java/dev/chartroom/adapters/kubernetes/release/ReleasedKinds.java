package dev.chartroom.adapters.kubernetes.release;

import dev.chartroom.apimachinery.json.JsonObject;
import dev.chartroom.domain.conversion.ReleaseConverter;
import dev.chartroom.domain.kind.ApplicationKind;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The kinds of a group, indexed by their releases. Immutable. */
final class ReleasedKinds {
    private final String group;
    private final Map<String, List<ApplicationKind>> byName;
    private final Map<String, List<ApplicationKind>> byPrefix;
    /** The lengths of the prefixes, the shortest first. */
    private final List<Integer> lengths;

    /** @param kinds at least one, all of one group */
    ReleasedKinds(List<ApplicationKind> kinds) {
        this.group = kinds.getFirst().group();
        this.byName = kinds.stream()
                .collect(Collectors.groupingBy(kind -> kind.names().kind()));
        this.byPrefix = kinds.stream()
                .collect(Collectors.groupingBy(kind -> kind.release().prefix()));
        this.lengths = byPrefix.keySet().stream()
                .map(String::length)
                .distinct()
                .sorted()
                .toList();
    }

    /** Returns the kind that the labels and the name of a release determine. There is one such kind or none. */
    Stream<ApplicationKind> of(JsonObject release) {
        return byName.getOrDefault(ReleaseConverter.kindOf(group, release), List.of()).stream()
                .filter(kind -> ReleaseConverter.isOf(kind, release));
    }

    /** Returns the kinds whose releases can have the name of this release. */
    Stream<ApplicationKind> namedAs(JsonObject release) {
        String name = release.objectOrEmpty("metadata").stringOrEmpty("name");
        return lengths.stream()
                .takeWhile(length -> length < name.length())
                .flatMap(length -> byPrefix.getOrDefault(name.substring(0, length), List.of()).stream());
    }
}
