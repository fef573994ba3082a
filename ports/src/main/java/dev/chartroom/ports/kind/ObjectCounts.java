package dev.chartroom.ports.kind;

import dev.chartroom.domain.kind.ApplicationKind;
import java.util.OptionalLong;

/** Knows how many objects there are of the kinds that are served, without asking anybody. Thread-safe. */
@FunctionalInterface
public interface ObjectCounts {
    ObjectCounts UNKNOWN = _ -> OptionalLong.empty();

    /** How many there are of a kind; empty where that is not known now. */
    OptionalLong of(ApplicationKind kind);
}
