package dev.chartroom.domain.kind;

import java.util.Optional;

/** Whether the cluster has the Flux object that fetches the chart of a definition's releases. */
public sealed interface ChartPresence {
    ChartPresence NOT_LOOKED_UP = new NotLookedUp();

    /** Returns the object; empty if none was looked up. */
    Optional<SourceRef> source();

    /** The object was not looked up: there is no cluster, or the definition does not name the object's namespace. */
    record NotLookedUp() implements ChartPresence {
        @Override
        public Optional<SourceRef> source() {
            return Optional.empty();
        }
    }

    /** The object exists. */
    record Found(SourceRef ref) implements ChartPresence {
        @Override
        public Optional<SourceRef> source() {
            return Optional.of(ref);
        }
    }

    /** The object does not exist. */
    record Missing(SourceRef ref) implements ChartPresence {
        @Override
        public Optional<SourceRef> source() {
            return Optional.of(ref);
        }
    }

    /**
     * The lookup failed.
     *
     * @param why the reason, for an operator, without the name of the object
     */
    record Unknown(SourceRef ref, String why) implements ChartPresence {
        @Override
        public Optional<SourceRef> source() {
            return Optional.of(ref);
        }
    }
}
