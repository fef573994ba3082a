package dev.chartroom.core.migration;

import dev.chartroom.apimachinery.meta.NamespacedName;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names of objects in a sentence: the first few names, and their number. */
final class Names {
    private static final int SHOWN = 5;

    private Names() {}

    /** Joins the sentences that are not empty. */
    static String join(String... sentences) {
        return Stream.of(sentences).filter(sentence -> !sentence.isEmpty()).collect(Collectors.joining(", "));
    }

    /** Returns text such as {@code "2 differ (team-a/cart, team-b/cart)"}; empty for no names. */
    static String of(List<NamespacedName> names, String what) {
        String shown = names.stream().limit(SHOWN).map(NamespacedName::key).collect(Collectors.joining(", "));
        return names.isEmpty()
                ? ""
                : names.size() + " " + what + " (" + shown + (names.size() > SHOWN ? ", ...)" : ")");
    }
}
