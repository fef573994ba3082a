package dev.chartroom.ports.kind;

import dev.chartroom.domain.kind.ApplicationKind;
import java.util.OptionalLong;

/** The numbers of objects of served kinds, from memory. Thread-safe. */
@FunctionalInterface
public interface ObjectCounts {
    ObjectCounts UNKNOWN = _ -> OptionalLong.empty();

    /** Returns the number of objects of a kind; empty if the number is not known now. */
    OptionalLong of(ApplicationKind kind);
}
