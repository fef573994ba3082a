package dev.chartroom.ports.migration;

import dev.chartroom.domain.meta.NamespacedName;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names of objects in a sentence: the first few of them, and how many there are. */
final class Names {
    private static final int SHOWN = 5;

    private Names() {}

    /** Those of the sentences that are not empty, one after the other. */
    static String join(String... sentences) {
        return Stream.of(sentences).filter(sentence -> !sentence.isEmpty()).collect(Collectors.joining(", "));
    }

    /** Such as {@code "2 differ (team-a/cart, team-b/cart)"}; empty for none. */
    static String of(List<NamespacedName> names, String what) {
        String shown = names.stream().limit(SHOWN).map(NamespacedName::key).collect(Collectors.joining(", "));
        return names.isEmpty()
                ? ""
                : names.size() + " " + what + " (" + shown + (names.size() > SHOWN ? ", ...)" : ")");
    }
}
