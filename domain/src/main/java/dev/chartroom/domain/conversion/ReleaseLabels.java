package dev.chartroom.domain.conversion;

import dev.chartroom.domain.kind.ApplicationKind;
import dev.chartroom.domain.meta.LabelSelector;

/**
 * The names that labels and annotations of an Application have on its release (design 2.8): its own are prefixed with
 * {@code <group>-}, and three labels say which Application the release is.
 */
final class ReleaseLabels {
    private ReleaseLabels() {}

    static String prefix(String group) {
        return group + "-";
    }

    static String kindLabel(String group) {
        return group + "/application.kind";
    }

    static String groupLabel(String group) {
        return group + "/application.group";
    }

    static String nameLabel(String group) {
        return group + "/application.name";
    }

    /** Selects the releases of a kind. */
    static LabelSelector ofKind(ApplicationKind kind) {
        return LabelSelector.equal(kindLabel(kind.group()), kind.names().kind())
                .and(LabelSelector.equal(groupLabel(kind.group()), kind.group()));
    }
}
