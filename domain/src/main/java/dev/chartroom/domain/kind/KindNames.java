package dev.chartroom.domain.kind;

import java.util.List;

/** The names of a kind, as in a CustomResourceDefinition. */
public record KindNames(
        String kind,
        String listKind,
        String plural,
        String singular,
        List<String> shortNames,
        List<String> categories) {

    public KindNames {
        shortNames = List.copyOf(shortNames);
        categories = List.copyOf(categories);
    }
}
