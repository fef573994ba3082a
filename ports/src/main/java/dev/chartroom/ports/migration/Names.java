package dev.chartroom.ports.migration;

import dev.chartroom.domain.meta.NamespacedName;
import java.util.List;
import java.util.stream.Collectors;

/** Names of objects in a sentence: the first few of them, and how many there are. */
final class Names {
    private static final int SHOWN = 5;

    private Names() {}

    /** Such as {@code "2 differ (team-a/cart, team-b/cart)"}; empty for none. */
    static String of(List<NamespacedName> names, String what) {
        String shown = names.stream().limit(SHOWN).map(NamespacedName::key).collect(Collectors.joining(", "));
        return names.isEmpty()
                ? ""
                : names.size() + " " + what + " (" + shown + (names.size() > SHOWN ? ", ...)" : ")");
    }
}
