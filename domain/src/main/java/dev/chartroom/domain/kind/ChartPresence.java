package dev.chartroom.domain.kind;

import java.util.Optional;

/** Whether the object of Flux's that fetches the chart of a definition's releases is in the cluster. */
public sealed interface ChartPresence {
    ChartPresence UNASKED = new Unasked();

    /** The object; empty where nobody asked for one. */
    Optional<SourceRef> source();

    /** Nobody looked: there is no cluster to look in, or the definition does not say in which namespace it is. */
    record Unasked() implements ChartPresence {
        @Override
        public Optional<SourceRef> source() {
            return Optional.empty();
        }
    }

    /** It is there. */
    record Found(SourceRef ref) implements ChartPresence {
        @Override
        public Optional<SourceRef> source() {
            return Optional.of(ref);
        }
    }

    /** It is not there. */
    record Missing(SourceRef ref) implements ChartPresence {
        @Override
        public Optional<SourceRef> source() {
            return Optional.of(ref);
        }
    }

    /**
     * It could not be looked for.
     *
     * @param why for an operator, without naming the object
     */
    record Unknown(SourceRef ref, String why) implements ChartPresence {
        @Override
        public Optional<SourceRef> source() {
            return Optional.of(ref);
        }
    }
}
